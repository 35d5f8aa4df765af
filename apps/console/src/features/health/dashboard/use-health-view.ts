import { useEffect, useMemo } from 'react';
import { type ChangeSearch, useSearchParams } from '../../../lib/search-params.ts';
import { useStored } from '../../../lib/stored.ts';
import { HEALTH_SETTINGS_KEY, type HealthSettings, parseHealthSettings } from './health-settings.ts';
import { type HealthView, type Params, parseHealthView } from './health-view.ts';

export interface HealthViewState {
  view: HealthView;
  params: Params;
  change: ChangeSearch;
  /** Changes settings of the person, in the address and for the next visit. */
  changeSettings(settings: Partial<HealthSettings>, more?: Params): void;
}

function report(message: string) {
  console.error(message);
}

/** What the dashboard shows, from the address and from the settings of the person. */
export function useHealthView(): HealthViewState {
  const [params, change] = useSearchParams();
  const [stored, setStored] = useStored(HEALTH_SETTINGS_KEY);
  const settings = useMemo(() => parseHealthSettings(stored), [stored]);
  const view = useMemo(() => parseHealthView(params, settings, report), [params, settings]);

  // A copied address shows the same to someone with other settings.
  const isCustom = stored !== null;
  const { hidePassing, groupBy, tabBy } = params;
  useEffect(() => {
    if (!isCustom || (hidePassing !== undefined && groupBy !== undefined && tabBy !== undefined)) return;
    change(
      {
        hidePassing: hidePassing ?? settings.hidePassing,
        groupBy: groupBy ?? settings.groupBy,
        tabBy: tabBy ?? settings.tabBy,
      },
      { replace: true },
    );
  }, [isCustom, hidePassing, groupBy, tabBy, settings, change]);

  return {
    view,
    params,
    change,
    changeSettings(next, more) {
      setStored(JSON.stringify({ ...settings, ...next }));
      change({ ...next, ...more });
    },
  };
}
