import { stringify } from 'yaml';
import { checkFields } from '../checks/base-check.ts';
import type { CheckKind, FieldDescription, KindVariant } from '../checks/model.ts';
import { CHECK_KINDS } from '../checks/registry.ts';
import { fieldTable } from './field-table.ts';
import { code, page, table } from './markdown.ts';

const GENERATED = 'Generated from the description of the kind by `npm run generate:kinds`.';
const COMMON: ReadonlySet<FieldDescription> = new Set(checkFields([]));
const KINDS = Object.values<CheckKind>(CHECK_KINDS);

function yamlBlock(value: unknown): string {
  return `\`\`\`yaml\n${typeof value === 'string' ? value.trimEnd() : stringify(value).trimEnd()}\n\`\`\``;
}

function variantText({ title, description, example }: KindVariant, key: string): string {
  return page([`### ${title}`, description, yamlBlock({ [key]: [example] })]).trimEnd();
}

/**
 * The page docs/reference/checks/<kind>.md.
 * @param example text of the kind's example.yaml
 */
export function checkPage(kind: CheckKind, example: string): string {
  const aliases = kind.aliases ?? [];
  const names = [
    `Listed under ${code(kind.key)} in the specification of a canary${aliases.length === 0 ? '' : `, also as ${aliases.map(code).join(', ')}`}; its checks have the type ${code(kind.type)}.`,
    kind.docs ?? '',
  ];
  const own = kind.fields.filter((field) => !COMMON.has(field));
  const variants = kind.variants ?? [];
  return page([
    `# ${kind.title}`,
    GENERATED,
    kind.description,
    names.filter((name) => name !== '').join(' '),
    '## Fields',
    own.length === 0 ? '' : fieldTable(own),
    'The [fields of every check](README.md#fields-of-every-check) come in addition.',
    '## Example',
    yamlBlock(example),
    variants.length === 0 ? '' : '## Also used for',
    ...variants.map((variant) => variantText(variant, kind.key)),
  ]);
}

/** The page docs/reference/checks/README.md. */
export function checksIndexPage(): string {
  const rows = [...KINDS]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, title, description }) => [`[${code(key)}](${key}.md)`, title, description]);
  return page([
    '# Checks',
    'Generated from the descriptions of the kinds by `npm run generate:kinds`. A canary lists its checks by kind:',
    yamlBlock({
      apiVersion: 'canaries.flanksource.com/v1',
      kind: 'Canary',
      metadata: { name: 'website' },
      spec: { schedule: '@every 1m', http: [CHECK_KINDS.http.example] },
    }),
    '## Kinds',
    table(['Kind', 'Title', 'What it does'], rows),
    '## Fields of every check',
    fieldTable([...COMMON]),
    '## Values and references',
    'A field of the type "value or reference" is `{value: …}`, or `{valueFrom: …}` with one of `secretKeyRef`, `configMapKeyRef` and `helmRef` (name and key) or `serviceAccount`. A `connection` names a [stored connection](../connections.md).',
  ]);
}
