import { AUDIT_OUTCOMES } from '@quarterdeck/contract/audit';
import { FilterBar, Select, TimeRangePicker } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { ListSearch } from '../list/ListSearch.tsx';
import { actionWords } from './audit-columns.tsx';
import { auditPeopleOptions, auditValuesOptions } from './audit-queries.ts';
import { type AuditSearch, isFiltered, NO_FILTER, rangeOf, searchOfRange } from './audit-search.ts';

const ANY = '';
const ANY_OPTION = { value: ANY, label: 'Any' };
const OUTCOME_OPTIONS = [ANY_OPTION, ...AUDIT_OUTCOMES.map((value) => ({ value, label: value }))];
const RANGES = [
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
] as const;

interface AuditFiltersProps {
  search: AuditSearch;
  onChange(change: Partial<AuditSearch>): void;
}

/** Who, what, how it went and when. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { data: values } = useQuery(auditValuesOptions);
  const { data: people = [] } = useQuery(auditPeopleOptions);
  const change = (next: Partial<AuditSearch>) => onChange({ ...next, pageIndex: undefined });
  const chosen = (value: string) => (value === ANY ? undefined : value);
  const options = (names: readonly string[] = []) => [
    ANY_OPTION,
    ...names.map((value) => ({ value, label: actionWords(value) })),
  ];
  return (
    <FilterBar onClear={isFiltered(search) ? () => onChange(NO_FILTER) : undefined}>
      <ListSearch label="Search" width={220} query={search.query} onChange={(query) => change({ query })} />
      <Select
        label="Person"
        search="Search people"
        value={search.person ?? ANY}
        options={[
          ANY_OPTION,
          ...people.map(({ id, firstName, lastName, email }) => ({
            value: id,
            label: `${firstName} ${lastName}`.trim() || email,
            description: email,
          })),
        ]}
        onChange={(person) => change({ person: chosen(person) })}
      />
      <Select
        label="Resource"
        search="Search resources"
        value={search.resource ?? ANY}
        options={[ANY_OPTION, ...(values?.resources ?? []).map((value) => ({ value, label: value }))]}
        onChange={(resource) => change({ resource: chosen(resource) })}
      />
      <Select
        label="Action"
        search="Search actions"
        value={search.action ?? ANY}
        options={options(values?.actions)}
        onChange={(action) => change({ action: chosen(action) })}
      />
      <Select
        label="Outcome"
        value={search.outcome ?? ANY}
        options={OUTCOME_OPTIONS}
        onChange={(outcome) => change({ outcome: AUDIT_OUTCOMES.find((known) => known === outcome) })}
      />
      <TimeRangePicker
        look="outline"
        align="start"
        value={rangeOf(search)}
        presets={RANGES}
        onChange={(range) => change(searchOfRange(range))}
      />
    </FilterBar>
  );
}
