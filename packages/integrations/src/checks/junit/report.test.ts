import { describe, expect, it } from 'vitest';
import { describeTotals, readReport, sumSuites } from './report.ts';

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="shop" tests="4" time="1.5">
    <properties><property name="browser" value="none"/></properties>
    <testcase name="buys" classname="Cart" time="0.5">
      <properties><property name="owner" value="ann"/><property name="note">long text</property></properties>
      <system-out><![CDATA[<b>sold</b>]]></system-out><system-err>slow</system-err>
    </testcase>
    <testcase name="pays &amp; leaves" classname="Cart" time="1"><failure message="wrong&#10;sum" type="Error">at line 3</failure></testcase>
    <testcase name="sends" classname="Mail"><error message="no server">trace</error></testcase>
    <testcase name="flies" classname="Drone"><skipped message="later"/></testcase>
  </testsuite>
  <testsuite name="outer"><testsuite name="inner"><testcase name="runs" time="0.25"/></testsuite></testsuite>
</testsuites>`;

it('reads suites and tests with their outcome', () => {
  expect(readReport(REPORT)).toEqual([
    {
      name: 'shop',
      passed: 1,
      failed: 1,
      skipped: 1,
      error: 1,
      duration: 1.5,
      tests: [
        {
          name: 'buys',
          classname: 'Cart',
          duration: 0.5,
          status: 'passed',
          properties: { owner: 'ann', note: 'long text' },
          stdout: '<b>sold</b>',
          stderr: 'slow',
        },
        { name: 'pays & leaves', classname: 'Cart', duration: 1, status: 'failed', message: 'wrong\nsum', error: 'at line 3' },
        { name: 'sends', classname: 'Mail', duration: 0, status: 'error', message: 'no server', error: 'trace' },
        { name: 'flies', classname: 'Drone', duration: 0, status: 'skipped', message: 'later' },
      ],
    },
    {
      name: 'inner',
      passed: 1,
      failed: 0,
      skipped: 0,
      error: 0,
      duration: 0.25,
      tests: [{ name: 'runs', classname: '', duration: 0.25, status: 'passed' }],
    },
  ]);
});

it('reads a report whose root is a suite, and one without suites', () => {
  expect(readReport('<testsuite name="a"><testcase name="b"/></testsuite>')).toMatchObject([{ name: 'a', passed: 1 }]);
  expect(readReport('<testsuites/>')).toEqual([]);
});

it('adds up suites', () => {
  const report = sumSuites(readReport(REPORT));
  expect(report).toMatchObject({ passed: 2, failed: 1, skipped: 1, error: 1, duration: 1.75 });
  expect(describeTotals(report)).toBe('2 passed, 1 failed, 1 errors, 1 skipped in 1.75s');
  expect(describeTotals(sumSuites([]))).toBe('no tests in 0s');
});

describe('a report is refused', () => {
  it.each([
    ['when it is no XML', 'all is well'],
    ['when it is cut off', '<testsuite name="a"><testcase name="b">'],
    ['when it is about something else', '<html></html>'],
    ['when it defines entities', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite name="&b;"/>'],
  ])('%s', (_what, xml) => {
    expect(() => readReport(xml)).toThrow(expect.objectContaining({ name: 'ReportError' }));
  });
});
