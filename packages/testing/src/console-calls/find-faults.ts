import { z } from 'zod';
import type { ConsoleCall } from './console-call.ts';
import type { CallAnswer } from './send-call.ts';

/** As refusals of the row API look. */
const refusal = z.object({ code: z.string(), message: z.string(), details: z.unknown(), hint: z.unknown() });

function rowFaults(call: ConsoleCall, rows: readonly unknown[]): string[] {
  const { least = 1, most = Number.POSITIVE_INFINITY, row } = call;
  const amount = rows.length < least || rows.length > most ? [`${rows.length} rows, expected ${least} to ${most}`] : [];
  const shapes = rows.flatMap((each) => {
    const issues = row?.safeParse(each).error?.issues ?? [];
    return issues.map(({ path, message }) => `${path.join('.')}: ${message} in ${JSON.stringify(each).slice(0, 500)}`);
  });
  return [...amount, ...shapes.slice(0, 5)];
}

function countFaults({ status, contentRange }: CallAnswer, rows: number): string[] {
  const total = contentRange?.match(/^(?:\d+-\d+|\*)\/(\d+)$/)?.[1];
  if (total === undefined) return [`the header content-range says ${contentRange}`];
  if (rows === 0 && contentRange !== '*/0') return [`no rows, but content-range says ${contentRange}`];
  const expected = Number(total) > rows ? 206 : 200;
  return status === expected && Number(total) >= rows ? [] : [`${rows} rows of ${total} with status ${status}`];
}

/** What is wrong with an answer: its status, the number and the shape of its rows, its count. Empty when it is right. */
export function findFaults(call: ConsoleCall, answer: CallAnswer): string[] {
  const expected = call.status ?? (call.method === 'POST' ? 201 : 200);
  const isPart = call.isCounted === true && answer.status === 206;
  if (answer.status !== expected && !isPart)
    return [`status ${answer.status}, expected ${expected}: ${JSON.stringify(answer.body)}`];
  if (expected >= 400) return refusal.safeParse(answer.body).success ? [] : [`no refusal: ${JSON.stringify(answer.body)}`];
  if (!Array.isArray(answer.body)) return [`no list: ${JSON.stringify(answer.body)}`];
  return [...rowFaults(call, answer.body), ...(call.isCounted ? countFaults(answer, answer.body.length) : [])];
}
