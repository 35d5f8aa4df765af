import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isPlainObject } from '../canary/plain-object.ts';

const RELEASE_BYTES = 32 * 1024 * 1024;
const inflate = promisify(gunzip);

/** The values of a chart with those of the release over them, key by key; `null` takes a default away. */
function overlay(defaults: unknown, given: unknown): unknown {
  if (given === undefined) return defaults;
  if (!isPlainObject(defaults) || !isPlainObject(given)) return given;
  const merged: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(given)) {
    if (value === null) delete merged[key];
    else merged[key] = overlay(defaults[key], value);
  }
  return merged;
}

/** The values of a Helm release as the decoded `release` of its secret holds them: gzipped JSON in base64. Rejects when it is none. */
export async function readHelmValues(release: string): Promise<unknown> {
  const packed = Buffer.from(release, 'base64');
  const isZipped = packed[0] === 0x1f && packed[1] === 0x8b;
  const text = isZipped ? await inflate(packed, { maxOutputLength: RELEASE_BYTES }) : packed;
  const content: unknown = JSON.parse(text.toString('utf8'));
  if (!isPlainObject(content)) throw new Error('the Helm release cannot be read');
  const chart = isPlainObject(content.chart) ? content.chart : {};
  return overlay(chart.values ?? {}, content.config ?? {});
}
