/** The engine that this run of the tests is about: `TEST_DATABASE=postgres` or PGlite. */
export const TEST_ENGINE = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';

/** Holds the socket folder of the run's PostgreSQL. */
export const SERVER_VARIABLE = 'QUARTERDECK_TEST_SOCKET';
export const TEMPLATE_DATABASE = 'quarterdeck_template';

export function addressOf(socketDir: string, database: string): string {
  return `postgres://quarterdeck@/${database}?host=${encodeURIComponent(socketDir)}`;
}
