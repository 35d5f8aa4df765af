import pg from 'pg';

const { builtins } = pg.types;

function parseSafeInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseSafeInteger],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
  [builtins.INTERVAL, String],
]);

/** How values of the wire become values of TypeScript; the same for every engine. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? pg.types.getTypeParser(oid, format);
  },
};
