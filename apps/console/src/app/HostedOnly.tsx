import { lazyPart } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { authConfigOptions } from '../lib/auth-config.ts';

const AuthStateChecker = lazyPart(async () => (await import('./hosted/AuthStateChecker.tsx')).default);
const OrganisationSwitched = lazyPart(async () => (await import('./hosted/OrganisationSwitched.tsx')).default);

/** Pages that only a hosted provider needs; elsewhere they lead to the start page. */
export function AuthStatePage() {
  const { data: config, isPending } = useQuery(authConfigOptions);
  if (isPending) return null;
  return config?.clerk === undefined ? <Navigate to="/" replace /> : <AuthStateChecker settings={config.clerk} />;
}

export function OrganisationSwitchedPage() {
  return <OrganisationSwitched />;
}
