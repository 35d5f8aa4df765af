import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const propertyKeys = { all: ['properties'] as const, details: ['properties', 'details'] as const };

/** Every property as it counts on the server; feature switches are among them. */
export const propertiesOptions = queryOptions({
  queryKey: [...propertyKeys.all, 'list'],
  queryFn: ({ signal }) => client.properties.list(signal),
  gcTime: Infinity,
});
