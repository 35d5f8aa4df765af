const CLOCK_OF_ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const ISO_DAY = /^\d{4}-\d\d-\d\d/;
const ZONE = /(?:\b(?:Z|UTC?|GMT|[ECMP][SD]T)|[+-]\d\d:?\d\d|\))$/i;

/** The moment that a text names; one without a zone is UTC, wherever the program runs. Undefined when it names none. */
export function parseMoment(text: string): Date | undefined {
  const time = new Date(withZone(text.trim()));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** ISO 8601 takes a day alone as UTC, but a day with a clock as local; other forms are local altogether. */
function withZone(text: string): string {
  if (CLOCK_OF_ISO.test(text)) return `${text.replace(' ', 'T')}Z`;
  return ISO_DAY.test(text) || ZONE.test(text) ? text : `${text} UTC`;
}
