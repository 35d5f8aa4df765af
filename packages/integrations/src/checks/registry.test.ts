import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseCanaryText } from '../canary/parse-text.ts';
import type { CheckKind, FieldDescription } from './model.ts';
import { loadProbe } from './probes.ts';
import { CHECK_KINDS, findCheckKind } from './registry.ts';

const folder = import.meta.dirname;
const kinds: [string, CheckKind][] = Object.entries<CheckKind>(CHECK_KINDS);

function fieldKeys(fields: readonly FieldDescription[]): string[] {
  return fields.map((field) => field.key).sort();
}

describe.each(kinds)('the kind %s', (key, kind) => {
  it('is in a folder of its own with spec, code, test and example', () => {
    expect(kind.key).toBe(key);
    for (const file of ['spec.ts', 'run.ts', `${key}.test.ts`, 'example.yaml'])
      expect(existsSync(join(folder, key, file)), file).toBe(true);
  });

  it('has code that belongs to it', async () => {
    expect((await loadProbe(key))?.kind).toBe(kind);
  });

  it('describes every field of its schema and no other', () => {
    if (!(kind.schema instanceof z.ZodObject)) throw new Error('the schema is no object');
    expect(fieldKeys(kind.fields)).toEqual(Object.keys(kind.schema.shape).sort());
  });

  it('has an example without an issue, the same in its file', () => {
    const { canaries, issues } = parseCanaryText(readFileSync(join(folder, key, 'example.yaml'), 'utf8'));
    expect(issues).toEqual([]);
    expect(canaries.flatMap((parsed) => parsed.issues)).toEqual([]);
    expect(canaries[0]?.canary.spec[key]).toEqual([kind.example]);
  });
});

it('holds every folder that has a spec and code', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'run.ts')),
  );
  expect(folders.map((entry) => entry.name).sort()).toEqual(Object.keys(CHECK_KINDS).sort());
});

it('finds kinds in any case', () => {
  expect(findCheckKind('HTTP')).toBe(CHECK_KINDS.http);
  expect(findCheckKind('containerd')).toBeUndefined();
});
