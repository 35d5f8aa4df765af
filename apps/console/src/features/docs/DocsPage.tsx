import { CHECK_KINDS, type CheckKind } from '@quarterdeck/integrations/spec';
import {
  Button,
  Code,
  type Column,
  DataTable,
  EmptyState,
  Facet,
  Link,
  PageHeader,
  TechIcon,
  useIsPhone,
  WithSide,
} from '@quarterdeck/ui';
import { useMemo } from 'react';
import { stringify } from 'yaml';
import { usePageName } from '../../lib/page-name.ts';
import { useDenial } from '../../lib/permissions.ts';
import { useSearchParams } from '../../lib/search-params.ts';
import { type FieldRow, fieldRows } from './field-rows.ts';
import './docs.css';

type Kind = Pick<CheckKind, 'key' | 'title' | 'icon' | 'description' | 'fields' | 'example'>;

const KINDS: readonly Kind[] = Object.values(CHECK_KINDS).toSorted((a, b) => a.title.localeCompare(b.title));

/** A whole canary with the kind's example, ready to be applied. */
function exampleText({ key, example }: Kind): string {
  return stringify({
    apiVersion: 'canaries.flanksource.com/v1',
    kind: 'Canary',
    metadata: { name: `${key}-example`, namespace: 'default' },
    spec: { schedule: '@every 1m', [key]: [example] },
  });
}

const COLUMNS: readonly Column<FieldRow>[] = [
  {
    id: 'path',
    header: 'Field',
    cell: ({ path, isRequired }) => (
      <span className="docs-path">
        <code>{path}</code>
        {isRequired && <small>required</small>}
      </span>
    ),
    width: 280,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => <span className="docs-soft">{type}</span>, width: 170, narrow: 'end' },
  { id: 'default', header: 'Default', cell: ({ fallback }) => fallback, width: 110, priority: 3, narrow: 'hidden' },
  {
    id: 'help',
    header: 'Meaning',
    cell: ({ help }) => <span className="docs-help">{help}</span>,
    priority: 2,
    narrow: 'second',
  },
];

function KindReference({ kind }: { kind: Kind }) {
  const rows = useMemo(() => fieldRows(kind.fields), [kind]);
  const denial = useDenial({ resource: 'canaries', right: 'write' });
  const example = useMemo(() => exampleText(kind), [kind]);
  return (
    <article className="docs-kind" aria-label={kind.title}>
      <div className="docs-head">
        <h2>
          <TechIcon name={kind.icon} size={16} />
          {kind.title}
        </h2>
        <Button disabledReason={denial} href={`/settings/canaries/new?kind=${encodeURIComponent(kind.key)}`}>
          New canary with this kind
        </Button>
      </div>
      <p>{kind.description}</p>
      <h3>Example</h3>
      <Code text={example} label={`Example of ${kind.title}`} />
      <h3>Fields</h3>
      <DataTable label={`Fields of ${kind.title}`} rows={rows} columns={COLUMNS} rowId={({ path }) => path} layout="fit" />
    </article>
  );
}

/** The reference of the check kinds, made from the same descriptions as the form and the schema. */
export default function DocsPage() {
  const [params] = useSearchParams();
  const isPhone = useIsPhone();
  const wanted = params.kind ?? (isPhone ? undefined : KINDS[0]?.key);
  const kind = KINDS.find(({ key }) => key === wanted);
  usePageName(kind?.title);
  const list = (
    <Facet title="Check kinds">
      <nav className="docs-nav" aria-label="Check kinds">
        {KINDS.map(({ key, title, icon }) => (
          <Link key={key} href={`/docs?kind=${encodeURIComponent(key)}`} aria-current={key === wanted ? 'page' : undefined}>
            <TechIcon name={icon} />
            {title}
          </Link>
        ))}
      </nav>
    </Facet>
  );
  return (
    <>
      <PageHeader title="Docs" actions={isPhone && kind ? <Button href="/docs">All kinds</Button> : undefined} />
      <WithSide side={list} open={!isPhone} label="Check kinds">
        <div className="docs-body">
          {isPhone && kind === undefined && wanted === undefined && list}
          {kind && <KindReference kind={kind} />}
          {wanted !== undefined && kind === undefined && (
            <EmptyState actions={<Button href="/docs">All kinds</Button>}>
              There is no check kind <code>{wanted}</code>.
            </EmptyState>
          )}
        </div>
      </WithSide>
    </>
  );
}
