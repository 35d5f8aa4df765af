import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { HostedPage } from './HostedPage.tsx';

/** Nothing that was read for one organisation holds for another: forgets it and opens the console anew. */
export default function OrganisationSwitched() {
  const queries = useQueryClient();
  useEffect(() => {
    queries.clear();
    location.replace('/');
  }, [queries]);
  return <HostedPage title="Opening your organisation" />;
}
