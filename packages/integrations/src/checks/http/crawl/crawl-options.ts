import { z } from 'zod';
import type { FieldDescription } from '../../model.ts';

/** How a check follows the links of its page. Source: health-checks §2.2, crawl. */
export const crawlSchema = z.object({
  depth: z.number().int().min(0).optional(),
  filters: z.array(z.string()).optional(),
  allowedDomains: z.array(z.string()).optional(),
  disallowedDomains: z.array(z.string()).optional(),
  allowedURLFilters: z.array(z.string()).optional(),
  disallowedURLFilters: z.array(z.string()).optional(),
  delay: z.string().optional(),
  randomDelay: z.string().optional(),
  parallelism: z.number().int().min(1).optional(),
});
export type CrawlSpec = z.infer<typeof crawlSchema>;

export const crawlFields: readonly FieldDescription[] = [
  { key: 'depth', label: 'Depth', control: 'number', default: 1, help: 'Links of the page are 1 deep, their links 2.' },
  { key: 'allowedDomains', label: 'Allowed domains', control: 'list', help: 'The host of the URL when empty.' },
  { key: 'disallowedDomains', label: 'Disallowed domains', control: 'list' },
  {
    key: 'allowedURLFilters',
    label: 'Only addresses that match',
    control: 'list',
    help: 'Regular expressions; one has to match.',
  },
  { key: 'disallowedURLFilters', label: 'No addresses that match', control: 'list', help: 'Regular expressions.' },
  { key: 'filters', label: 'Filters', control: 'list', help: 'Same as “Only addresses that match”.' },
  {
    key: 'delay',
    label: 'Delay',
    control: 'duration',
    default: '500ms',
    help: 'Between two requests of one of those at a time.',
  },
  { key: 'randomDelay', label: 'Random delay', control: 'duration', default: '100ms', help: 'Added, up to this much.' },
  { key: 'parallelism', label: 'At a time', control: 'number', default: 2 },
];
