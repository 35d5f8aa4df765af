import { Button, Facet, Switch } from '@quarterdeck/ui';
import { LabelFacets } from './LabelFacets.tsx';
import type { LabelFacet } from './label-facets.ts';
import type { LabelFilter } from './label-filter.ts';

export interface FilterSideProps {
  hidePassing: boolean;
  onHidePassingChange(hide: boolean): void;
  facets: readonly LabelFacet[];
  filter: LabelFilter;
  onFilterChange(filter: LabelFilter): void;
  /** Closes the filters where they cover the list. */
  onDone: (() => void) | undefined;
}

/** The filters beside the list: Hide Passing, and the labels by key. Source: spec 1 §2. */
export function FilterSide({ hidePassing, onHidePassingChange, facets, filter, onFilterChange, onDone }: FilterSideProps) {
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
      <LabelFacets facets={facets} filter={filter} onFilterChange={onFilterChange} />
    </>
  );
}
