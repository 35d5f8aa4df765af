import { stringify } from 'yaml';

/** Longest YAML that is shown for a result; a screen of scrolling, not the whole body of a download. */
const SHOWN_LENGTH = 200_000;

/** A result's data as YAML text; undefined when there is none. */
export function resultYaml(data: unknown): string | undefined {
  if (data === undefined || data === null || (typeof data === 'object' && Object.keys(data).length === 0)) return undefined;
  const text = stringify(data, { lineWidth: 0 });
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}\n# … ${text.length - SHOWN_LENGTH} more characters` : text;
}
