import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { type AuditSearch, requestOf } from './audit-search.ts';

export function auditOptions({ id: _, ...search }: AuditSearch) {
  return queryOptions({
    queryKey: ['audit', 'list', search],
    queryFn: ({ signal }) => client.audit.list(requestOf(search, new Date()), signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** What there is to choose from in the filters. */
export const auditValuesOptions = queryOptions({
  queryKey: ['audit', 'values'],
  queryFn: ({ signal }) => client.audit.values(signal),
});

export const auditPeopleOptions = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => client.people.users(signal),
});
