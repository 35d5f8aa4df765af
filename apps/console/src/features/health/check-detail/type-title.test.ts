import { expect, it } from 'vitest';
import { typeTitle } from './type-title.ts';

it('writes abbreviations in capitals and other types with one', () => {
  expect(['http', 'exec', 'postgres', ''].map(typeTitle)).toEqual(['HTTP', 'Exec', 'Postgres', '']);
});
