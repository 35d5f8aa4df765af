import { DEFAULT_GROUP_BY } from './check-groups.ts';
import { DEFAULT_TAB_BY } from './check-tabs.ts';

/** The person's defaults of the dashboard; all values are text. Source: console-calls §3, key `healthSettings`. */
export interface HealthSettings {
  hidePassing: string;
  tabBy: string;
  groupBy: string;
}

export const HEALTH_SETTINGS_KEY = 'healthSettings';
export const REFRESH_RATE_KEY = 'healthPageRefreshRate';

export const DEFAULT_HEALTH_SETTINGS: HealthSettings = {
  hidePassing: 'true',
  tabBy: DEFAULT_TAB_BY,
  groupBy: DEFAULT_GROUP_BY,
};

export function isHidingPassing({ hidePassing }: HealthSettings): boolean {
  return hidePassing !== 'false';
}

function textIn(value: object, key: string): string | undefined {
  const text: unknown = Reflect.get(value, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Reads the stored settings; whatever is missing or unreadable has its default. */
export function parseHealthSettings(text: string | null): HealthSettings {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null) return DEFAULT_HEALTH_SETTINGS;
  return {
    hidePassing: textIn(value, 'hidePassing') ?? DEFAULT_HEALTH_SETTINGS.hidePassing,
    tabBy: textIn(value, 'tabBy') ?? DEFAULT_HEALTH_SETTINGS.tabBy,
    groupBy: textIn(value, 'groupBy') ?? DEFAULT_HEALTH_SETTINGS.groupBy,
  };
}
