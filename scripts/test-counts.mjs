/** Counts of vitest's JSON report. A file that could not be loaded has no tests and counts as one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** What failed in vitest's JSON report: file, title and message of each failure. */
export function vitestFailures(report, root) {
  return report.testResults.flatMap((file) => {
    const name = file.name.replace(`${root}/`, '');
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [describeFailure(name, file.message)];
    return failed.map((test) => describeFailure(`${name} > ${test.fullName}`, test.failureMessages[0]));
  });
}

/** What failed in an output with lines "FAIL title", each followed by an indented message. */
export function plainFailures(output) {
  return [...output.matchAll(/^FAIL (.*)\n((?: {5}.*\n?)*)/gm)].map(([, title, message]) => describeFailure(title, message));
}

/** Message lines that say what went wrong; what follows is mostly the stack. */
const MESSAGE_LINES = 6;

function describeFailure(title, message = '') {
  const lines = message.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !line.startsWith('at ')).slice(0, MESSAGE_LINES);
  return [title, ...said.map((line) => `    ${line}`)].join('\n');
}

/** Counts of the last line "N passed, N failed" of an output; undefined without one. */
export function readPlainCounts(output) {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return found === undefined ? undefined : { passed: Number(found[1]), failed: Number(found[2]) };
}
