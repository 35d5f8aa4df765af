import { describe, expect, it } from 'vitest';
import { readEnvVar, writeEnvVar } from './env-var-form.ts';

describe('values from the spec or a store', () => {
  it('reads every form and writes it back unchanged', () => {
    for (const value of [
      { value: 'x' },
      { valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      { valueFrom: { configMapKeyRef: { name: 'c' } } },
      { valueFrom: { serviceAccount: 'robot' } },
    ]) {
      expect(writeEnvVar(readEnvVar(value))).toEqual(value);
    }
  });

  it('reads a bare text as a value', () => {
    expect(readEnvVar('x')).toEqual({ source: 'value', text: 'x', key: '' });
  });

  it('stores nothing for an empty value', () => {
    expect(writeEnvVar(readEnvVar(undefined))).toBeUndefined();
  });
});
