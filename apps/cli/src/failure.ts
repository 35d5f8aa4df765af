import { QuarterdeckError } from '@quarterdeck/contract';

/** A failure as a person reads it: what happened, then what to do. The stack only where it was asked for or is all there is. */
export function describeFailure(error: unknown, env: Readonly<Record<string, string | undefined>>): string {
  if (error instanceof QuarterdeckError) {
    const lines = [`quarterdeck: ${error.message} (${error.code})`];
    if (error.hint !== undefined) lines.push(`  ${error.hint}`);
    if (env.QUARTERDECK_LOG_LEVEL === 'debug' && error.stack !== undefined) lines.push(error.stack);
    return `${lines.join('\n')}\n`;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `quarterdeck: an unexpected failure\n${text}\n  quarterdeck doctor checks this installation.\n`;
}
