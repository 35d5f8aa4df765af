/** Counts of vitest's JSON report. A file that could not be loaded has no tests and counts as one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** Counts of the last line "N passed, N failed" of an output; undefined without one. */
export function readPlainCounts(output) {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return found === undefined ? undefined : { passed: Number(found[1]), failed: Number(found[2]) };
}
