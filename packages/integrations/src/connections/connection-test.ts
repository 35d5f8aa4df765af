import type { ProbeContext } from '../checks/probe.ts';
import { InvalidCheckError, ProbeFailedError, type ProbeOutcome } from '../checks/probe.ts';
import { loadProbe } from '../checks/probes.ts';
import type { ResolvedConnection } from '../values/resolve-connection.ts';

/** What a test is told of its connection. */
export interface TestSubject extends ResolvedConnection {
  /** Names the connection where a check or another block refers to one. */
  reference: string;
  /** Address of a service that exists once in the world, such as Slack; the test's own default unless the program has another. */
  serviceUrl(fallback: string): string;
}

/** Words for people about the system that answered, such as `Server: PostgreSQL 17.2`. */
export type TestDetails = Readonly<Record<string, string>>;

/**
 * Tries a connection against the real system, within the limits of a check. Rejects with what the system said when it does not work.
 * Source: automation-and-access §4.3.
 */
export type ConnectionTest = (connection: TestSubject, context: ProbeContext) => Promise<TestDetails>;

/** Runs a check of a kind over the connection; what fails the check fails the test. */
export async function runProbe(
  key: string,
  spec: Readonly<Record<string, unknown>>,
  context: ProbeContext,
): Promise<ProbeOutcome> {
  const probe = await loadProbe(key);
  const prepared = probe?.prepare({ name: 'test', ...spec });
  if (prepared?.run === undefined) throw new InvalidCheckError(prepared?.problem ?? `checks of kind "${key}" are not available`);
  const outcome = await prepared.run(context);
  if (outcome.failures !== undefined && outcome.failures.length > 0) throw new ProbeFailedError(outcome.failures.join(', '));
  return outcome;
}

/** A test that is a check of a kind. */
export function testByProbe(key: string, spec: Readonly<Record<string, unknown>> = {}): ConnectionTest {
  return async ({ reference }, context) => {
    await runProbe(key, { ...spec, connection: reference }, context);
    return {};
  };
}
