/** A feature and what it belongs to: a part of the settings goes with its area. Source: spec 1 §4. */
const AREAS: Readonly<Record<string, string>> = {
  'settings.config_scraper': 'config',
  'settings.topology': 'topology',
  'settings.health': 'health',
  'settings.job_history': 'health',
};

const ENDING = '.disable';

/** A property as far as a switch needs it. */
export interface SwitchProperty {
  readonly name: string;
  readonly value: string;
}

/** Features that properties named `{feature}.disable` with the value true switch off, by themselves. Source: automation-and-access §9. */
export function disabledFeatures(properties: readonly SwitchProperty[]): ReadonlySet<string> {
  const off = properties.filter(({ name, value }) => name.endsWith(ENDING) && value.trim().toLowerCase() === 'true');
  return new Set(off.map(({ name }) => name.slice(0, -ENDING.length)));
}

/** The switch that turns a feature off: its own, or that of the area it belongs to; undefined while it is on. */
export function switchOf(feature: string, disabled: ReadonlySet<string>): string | undefined {
  const area = AREAS[feature];
  const off = [feature, ...(area === undefined ? [] : [area])].find((name) => disabled.has(name));
  return off === undefined ? undefined : `${off}${ENDING}`;
}
