import { describe, expect, it } from 'vitest';
import { targetOrigins } from './node-tree.ts';

const entry = (position: number, table: number, column: number, extra = 'false', expression = '{VAR :varno 1}') =>
  `{TARGETENTRY :expr ${expression} :resno ${position} :resname c\\ ${position} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk ${extra}}`;

describe('targetOrigins', () => {
  it('reads the target list of the outermost query only', () => {
    const inner = `{SUBLINK :subselect {QUERY :targetList (${entry(1, 99, 9)}) :jointree <>}}`;
    const rule = `({QUERY :commandType 1 :rtable ({RTE :subquery {QUERY :targetList (${entry(1, 77, 7)})}}) :targetList (${entry(1, 16_384, 2)} ${entry(2, 0, 0, 'false', inner)} ${entry(3, 16_390, 1)}) :hasSubLinks true})`;
    expect(targetOrigins(rule)).toEqual([
      { position: 1, relationOid: 16_384, column: 2 },
      { position: 3, relationOid: 16_390, column: 1 },
    ]);
  });

  it('leaves out columns that the query only sorts by', () => {
    expect(targetOrigins(`({QUERY :targetList (${entry(1, 5, 1, 'true')})})`)).toEqual([]);
  });

  it('is not misled by brackets in names', () => {
    const odd =
      '{TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname a\\}\\)\\ :resorigtbl\\ 9 :resorigtbl 5 :resorigcol 3 :resjunk false}';
    expect(targetOrigins(`({QUERY :targetList (${odd})})`)).toEqual([{ position: 1, relationOid: 5, column: 3 }]);
  });

  it('gives nothing for a rule that it does not know', () => {
    expect(targetOrigins('<>')).toEqual([]);
    expect(targetOrigins('')).toEqual([]);
  });
});
