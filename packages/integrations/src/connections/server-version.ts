import { z } from 'zod';
import type { ProbeContext } from '../checks/probe.ts';
import { runProbe, type TestDetails, type TestSubject } from './connection-test.ts';

const answerSchema = z.object({ results: z.object({ rows: z.array(z.object({ version: z.unknown() })).min(1) }) });

/** Asks a database for its version; `key` is the check kind that speaks to it. */
export async function serverVersion(
  key: string,
  query: string,
  { reference }: TestSubject,
  context: ProbeContext,
): Promise<TestDetails> {
  const { data } = await runProbe(key, { connection: reference, query }, context);
  const version = answerSchema.safeParse(data).data?.results.rows[0]?.version;
  const [firstLine = ''] = String(version ?? '').split('\n');
  return firstLine === '' ? {} : { Server: firstLine.trim() };
}
