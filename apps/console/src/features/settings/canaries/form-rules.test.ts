import type { FieldDescription } from '@quarterdeck/integrations/spec';
import { describe, expect, it } from 'vitest';
import { REQUIRED_TEXT } from '../form/field-texts.ts';
import { fieldGroups, fieldProblem, isShown } from './form-rules.ts';

const field = (key: string, more: Partial<FieldDescription> = {}): FieldDescription => ({
  key,
  label: key,
  control: 'text',
  ...more,
});

describe('isShown', () => {
  const port = field('port', { shownWhen: { field: 'mode', equals: 'tcp' } });

  it('shows a conditional field only when its condition holds', () => {
    expect([isShown(port, { mode: 'tcp' }), isShown(port, { mode: 'udp' })]).toEqual([true, false]);
  });

  it('never hides a value', () => {
    expect(isShown(port, { mode: 'udp', port: 0 })).toBe(true);
  });
});

describe('fieldGroups', () => {
  const fields = [
    field('name', { group: 'General', required: true }),
    field('url', { group: 'Target' }),
    field('icon', { group: 'General' }),
    field('tls', { group: 'Security' }),
    field('cert', { group: 'Files', required: true }),
  ];

  it('keeps the order of the kind and joins the fields of a group', () => {
    expect(fieldGroups(fields, {}).map(({ title, fields: members }) => [title, members.map(({ key }) => key)])).toEqual([
      ['General', ['name', 'icon']],
      ['Target', ['url']],
      ['Security', ['tls']],
      ['Files', ['cert']],
    ]);
  });

  it('folds a later group while nothing in it is set or required', () => {
    expect(fieldGroups(fields, {}).map(({ isOptional }) => isOptional)).toEqual([false, false, true, false]);
    expect(fieldGroups(fields, { TLS: { ca: 'x' } })[2]?.isOptional).toBe(false);
  });
});

describe('fieldProblem', () => {
  it('asks for a required value and takes 0 and false as given', () => {
    const required = field('a', { required: true });
    expect([undefined, null, '', {}, [], { value: '' }].map((a) => fieldProblem(required, { a }))).toEqual(
      Array.from({ length: 6 }, () => REQUIRED_TEXT),
    );
    expect([0, false, 'x', { value: 'x' }].map((a) => fieldProblem(required, { a }))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('asks for nothing else', () => {
    expect(fieldProblem(field('a'), {})).toBeUndefined();
  });
});
