import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import type { CheckKind } from '../model.ts';

const selectorSchema = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  namespace: z.string().optional(),
  agent: z.string().optional(),
  scope: z.string().optional(),
  types: z.array(z.string()).optional(),
  statuses: z.array(z.string()).optional(),
  health: z.string().optional(),
  labelSelector: z.string().optional(),
  tagSelector: z.string().optional(),
  fieldSelector: z.string().optional(),
  search: z.string().optional(),
  limit: z.number().int().min(0).optional(),
  includeDeleted: z.boolean().optional(),
  cache: z.string().optional(),
});

const catalogSchema = baseCheckSchema.extend({ selector: z.array(selectorSchema).optional() });

export type CatalogCheck = z.infer<typeof catalogSchema>;

/** Source: health-checks §2.27. */
export const catalogKind: CheckKind<CatalogCheck> = {
  key: 'catalog',
  type: 'catalog',
  title: 'Mission Control Catalog',
  icon: 'catalog',
  description: 'Selects items of the catalog; a test judges them.',
  schema: catalogSchema,
  fields: checkFields([
    {
      key: 'selector',
      label: 'Selectors',
      control: 'list',
      required: true,
      group: 'Target',
      help: 'The items of every selector, one after the other.',
      fields: [
        { key: 'name', label: 'Name', control: 'text', placeholder: 'shop-*', help: 'May begin or end in *.' },
        { key: 'namespace', label: 'Namespace', control: 'text' },
        { key: 'types', label: 'Types', control: 'list', placeholder: 'Kubernetes::Deployment' },
        { key: 'statuses', label: 'Statuses', control: 'list', placeholder: 'Running' },
        { key: 'health', label: 'Health', control: 'text', placeholder: 'unhealthy,warning' },
        { key: 'labelSelector', label: 'Labels', control: 'text', placeholder: 'app=shop,tier!=test' },
        { key: 'tagSelector', label: 'Tags', control: 'text', placeholder: 'cluster in (eu,us)' },
        { key: 'fieldSelector', label: 'Fields', control: 'text', placeholder: 'config_class=Deployment' },
        { key: 'search', label: 'Search', control: 'text', placeholder: 'type=Deployment health=unhealthy' },
        { key: 'id', label: 'ID', control: 'text' },
        { key: 'agent', label: 'Agent', control: 'text', placeholder: 'all', help: 'Name or id; this server alone when empty.' },
        { key: 'scope', label: 'Scraper', control: 'text', placeholder: 'namespace/name' },
        { key: 'limit', label: 'Limit', control: 'number' },
        { key: 'includeDeleted', label: 'Deleted items too', control: 'switch', default: false },
      ],
    },
  ]),
  endpoint: (spec) => spec.selector?.map(({ search, name, types }) => search ?? name ?? types?.join(',') ?? '').join(' ') ?? '',
  host: () => undefined,
  example: {
    name: 'deployments',
    selector: [{ types: ['Kubernetes::Deployment'], namespace: 'shop' }],
    test: { expr: "results.all(item, item.health == 'healthy')" },
  },
};
