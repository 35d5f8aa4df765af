import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** How people sign in on this server; it changes with a restart only. */
export const authConfigOptions = queryOptions({
  queryKey: ['auth', 'config'],
  queryFn: ({ signal }) => client.auth.config(signal),
  staleTime: Infinity,
  gcTime: Infinity,
});
