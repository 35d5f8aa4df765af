import { Button, Facet, MultiSelect, Switch, type TriState, TriStateFilter } from '@quarterdeck/ui';
import { includedSummary, includedValues, type LabelFacet } from './label-facets.ts';
import { type LabelFilter, labelId, withIncludedValues, withLabel } from './label-filter.ts';

export interface FilterSideProps {
  hidePassing: boolean;
  onHidePassingChange(hide: boolean): void;
  facets: readonly LabelFacet[];
  filter: LabelFilter;
  onFilterChange(filter: LabelFilter): void;
  /** Closes the filters where they cover the list. */
  onDone: (() => void) | undefined;
}

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

/** The filters beside the list: Hide Passing, and the labels by key. Source: spec 1 §2. */
export function FilterSide({ hidePassing, onHidePassingChange, facets, filter, onFilterChange, onDone }: FilterSideProps) {
  const common = { filter, onFilterChange };
  return (
    <>
      {onDone && (
        <div className="dash-side-head">
          <b>Filters</b>
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        </div>
      )}
      <Facet>
        <Switch checked={hidePassing} onChange={onHidePassingChange}>
          Hide Passing
        </Switch>
      </Facet>
      {facets.map((facet) => {
        if (facet.kind === 'rows') return <RowsFacet key={facet.key} facet={facet} {...common} />;
        return facet.kind === 'select' ? <SelectFacet key={facet.key} facet={facet} {...common} /> : null;
      })}
      <ToggleFacets facets={facets.filter(({ kind }) => kind === 'toggle')} {...common} />
    </>
  );
}
