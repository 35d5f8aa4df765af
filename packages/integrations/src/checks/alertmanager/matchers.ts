import { InvalidCheckError } from '../probe.ts';

export interface AlertFilters {
  alerts?: readonly string[] | undefined;
  ignore?: readonly string[] | undefined;
  filters?: Readonly<Record<string, string>> | string | undefined;
  exclude_filters?: Readonly<Record<string, string>> | undefined;
}

const PAIR = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?:=~|[=:])\s*"?(.*?)"?\s*$/;

/** `label=value` pairs, one to a line or with commas between them, as the console's plain text field gives them. */
function parsePairs(text: string): [string, string][] {
  return text
    .split(/[\n,]/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, label, value] = PAIR.exec(part) ?? [];
      if (label === undefined || value === undefined)
        throw new InvalidCheckError(`alertmanager: "${part.trim()}" in filters is not label=value`);
      return [label, value];
    });
}

function matcher(label: string, operator: '=~' | '!~' | '!=', value: string): string {
  return `${label}${operator}"${value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}

/** The matchers of the alerts to ask for, every one a further condition. Source: health-checks §2.12. */
export function alertMatchers(spec: AlertFilters): string[] {
  const filters = typeof spec.filters === 'string' ? parsePairs(spec.filters) : Object.entries(spec.filters ?? {});
  return [
    ...(spec.alerts ?? []).map((name) => matcher('alertname', '=~', name)),
    ...(spec.ignore ?? []).map((name) => matcher('alertname', '!~', name)),
    ...filters.map(([label, value]) => matcher(label, '=~', value)),
    ...Object.entries(spec.exclude_filters ?? {}).map(([label, value]) => matcher(label, '!=', value)),
  ];
}
