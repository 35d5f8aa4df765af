import { Button, Facet, MultiSelect, SearchInput, Switch, type TriState, TriStateFilter } from '@quarterdeck/ui';
import { useState } from 'react';
import { findFacets, firstFacets, includedSummary, includedValues, type LabelFacet } from './label-facets.ts';
import { type LabelFilter, labelId, withIncludedValues, withLabel } from './label-filter.ts';

interface FacetProps {
  facet: LabelFacet;
  filter: LabelFilter;
  onFilterChange(filter: LabelFilter): void;
}

const STATES = { '1': 'include', '-1': 'exclude', '0': 'none' } as const;
const NUMBERS: Readonly<Record<TriState, 1 | -1 | 0>> = { include: 1, exclude: -1, none: 0 };

function stateOf(filter: LabelFilter, id: string): TriState {
  const state = filter[id] ?? 0;
  return STATES[`${state}`];
}

function RowsFacet({ facet, filter, onFilterChange }: FacetProps) {
  const chosen = facet.values.filter(({ id }) => filter[id] === 1).length;
  return (
    <Facet title={facet.key} note={chosen > 0 ? `${chosen} of ${facet.values.length}` : undefined}>
      <TriStateFilter
        options={facet.values.map(({ value, id, count }) => ({ value, count, state: stateOf(filter, id) }))}
        onChange={(value, state) => onFilterChange(withLabel(filter, labelId(facet.key, value), NUMBERS[state]))}
      />
    </Facet>
  );
}

function SelectFacet({ facet, filter, onFilterChange }: FacetProps) {
  const values = includedValues(facet, filter);
  const excluded = facet.values.filter(({ id }) => filter[id] === -1);
  return (
    <Facet title={facet.key} note={values.length > 0 ? `${values.length} of ${facet.values.length}` : undefined}>
      <MultiSelect
        fullWidth
        aria-label={facet.key}
        values={values}
        options={facet.values.map(({ value, count }) => ({ value, label: value, end: count }))}
        summary={includedSummary(values)}
        onChange={(next) => onFilterChange(withIncludedValues(filter, facet.key, next))}
      />
      {excluded.length > 0 && (
        <TriStateFilter
          options={excluded.map(({ value, count }) => ({ value, count, state: 'exclude' }))}
          onChange={(value, state) => onFilterChange(withLabel(filter, labelId(facet.key, value), NUMBERS[state]))}
        />
      )}
    </Facet>
  );
}

function ToggleFacets({ facets, filter, onFilterChange }: Omit<FacetProps, 'facet'> & { facets: readonly LabelFacet[] }) {
  if (facets.length === 0) return null;
  return (
    <Facet>
      {facets.map(({ key }) => {
        const id = labelId(key, 'true');
        return (
          <Switch key={key} checked={filter[id] === 1} onChange={(on) => onFilterChange(withLabel(filter, id, on ? 1 : 0))}>
            {key}
          </Switch>
        );
      })}
    </Facet>
  );
}

export interface LabelFacetsProps {
  facets: readonly LabelFacet[];
  filter: LabelFilter;
  onFilterChange(filter: LabelFilter): void;
}

/** The label filters by key. Of very many keys the common ones are listed, and the others can be searched. Source: spec 1 §2. */
export function LabelFacets({ facets, ...common }: LabelFacetsProps) {
  const [isAll, setAll] = useState(false);
  const [text, setText] = useState('');
  const first = firstFacets(facets, common.filter);
  const isCut = first.length < facets.length;
  const shown = text.trim() === '' ? (isAll ? facets : first) : findFacets(facets, text);
  return (
    <>
      {isCut && (
        <Facet title="Labels" note={`${shown.length} of ${facets.length}`}>
          <SearchInput label="Find a label" shortcut={false} value={text} onChange={setText} />
        </Facet>
      )}
      {shown.map((facet) => {
        if (facet.kind === 'rows') return <RowsFacet key={facet.key} facet={facet} {...common} />;
        return facet.kind === 'select' ? <SelectFacet key={facet.key} facet={facet} {...common} /> : null;
      })}
      <ToggleFacets facets={shown.filter(({ kind }) => kind === 'toggle')} {...common} />
      {isCut && text.trim() === '' && (
        <Facet>
          <Button size="s" fullWidth onClick={() => setAll(!isAll)}>
            {isAll ? 'Show fewer labels' : `Show all ${facets.length} labels`}
          </Button>
        </Facet>
      )}
    </>
  );
}
