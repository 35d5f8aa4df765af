/** What the doctor found about one thing. */
export interface Finding {
  subject: string;
  state: 'good' | 'warning' | 'bad';
  message: string;
  /** What to do next, a command where there is one. */
  next?: string;
}

const MARKS = { good: '✓', warning: '!', bad: '✗' } as const;

/** One line for each finding, and under it what to do. */
export function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = findings.flatMap(({ subject, state, message, next }) => [
    `${MARKS[state]} ${subject.padEnd(width)}  ${message}`,
    ...(next === undefined ? [] : [`  ${' '.repeat(width)}  → ${next}`]),
  ]);
  return `${lines.join('\n')}\n`;
}
