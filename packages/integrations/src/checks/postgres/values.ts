type Parser = (text: string) => unknown;

const INTEGER_OIDS = [20, 21, 23, 26, 28];
const DOUBLE_OIDS = [700, 701, 1700];
const TIME_OIDS = [1082, 1114, 1184];
const JSON_OIDS = [114, 3802];

function parseTime(text: string): unknown {
  const normal = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  const time = new Date(/[+-]\d\d:\d\d$|T.*Z$/.test(normal) ? normal : normal.includes('T') ? `${normal}Z` : normal);
  return Number.isNaN(time.getTime()) ? text : time;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const PARSERS = new Map<number, Parser>([
  [16, (text) => text === 't'],
  ...INTEGER_OIDS.map((oid): [number, Parser] => [oid, BigInt]),
  ...DOUBLE_OIDS.map((oid): [number, Parser] => [oid, Number]),
  ...TIME_OIDS.map((oid): [number, Parser] => [oid, parseTime]),
  ...JSON_OIDS.map((oid): [number, Parser] => [oid, parseJson]),
]);

/** Turns the text of a column into the value that expressions see; types that are not listed stay text. Source: health-checks §2.7. */
export function postgresParser(oid: number): Parser {
  return PARSERS.get(oid) ?? ((text) => text);
}
