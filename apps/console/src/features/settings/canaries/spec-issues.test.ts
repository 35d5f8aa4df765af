import { describe, expect, it } from 'vitest';
import { readCanaryDocument } from './canary-document.ts';
import { checkText, errorAt, hasErrors, identityIssues, issuesUnder, underSpec, withLines } from './spec-issues.ts';

const text = 'metadata:\n  name: a\nspec:\n  http:\n    - name: x\n      url: y\n';
const issue = (path: string) => ({ path, severity: 'error', code: 'TYPE_MISMATCH', message: path }) as const;

describe('issues of a spec', () => {
  it('find the field they are about, whatever the case', () => {
    const issues = [issue('spec.http.0.URL'), issue('spec.http.0.test.expr'), issue('spec.http.1.url')];
    expect(errorAt(issues, ['spec', 'http', 0, 'url'])).toBe('spec.http.0.URL');
    expect(issuesUnder(issues, ['spec', 'http', 0]).map(({ path }) => path)).toEqual([
      'spec.http.0.URL',
      'spec.http.0.test.expr',
    ]);
  });

  it('get the line of their value, or keep the one they have', () => {
    expect(withLines([issue('spec.http.0.url'), { ...issue('spec'), line: 9 }], text).map(({ line }) => line)).toEqual([6, 9]);
  });

  it('of a spec sent alone are told as paths of the whole text', () => {
    const paths = underSpec([issue('http.0.url'), issue('spec.http.0.url'), issue('')], readCanaryDocument(text)).map(
      ({ path }) => path,
    );
    expect(paths).toEqual(['spec.http.0.url', 'spec.http.0.url', '']);
  });
});

describe('checkText', () => {
  it('asks for the name that saving needs', () => {
    const issues = checkText(
      readCanaryDocument('metadata:\n  namespace: b\nspec:\n  http:\n    - name: x\n      url: http://y.test\n'),
    );
    expect(errorAt(issues, ['metadata', 'name'])).toBe('This field is required');
    expect(hasErrors(issues)).toBe(true);
  });

  it('finds nothing wrong with a good definition', () => {
    expect(hasErrors(checkText(readCanaryDocument(text.replace('url: y', 'url: http://y.test'))))).toBe(false);
  });

  it('names the line of a text that is not YAML', () => {
    expect(checkText(readCanaryDocument('spec:\n  http: [a\nb: c: d\n'))[0]).toMatchObject({
      severity: 'error',
      code: 'YAML_INVALID',
    });
  });
});

describe('identityIssues', () => {
  const saved = { name: 'a', namespace: 'default' };

  it('refuses another name or namespace of a saved canary', () => {
    const document = readCanaryDocument('metadata:\n  name: b\n  namespace: c\nspec: {}\n');
    expect(identityIssues(document, saved).map(({ path, line }) => [path, line])).toEqual([
      ['metadata.name', 2],
      ['metadata.namespace', 3],
    ]);
  });

  it('takes a missing namespace as default and leaves new canaries alone', () => {
    expect(identityIssues(readCanaryDocument(text), saved)).toEqual([]);
    expect(identityIssues(readCanaryDocument(text), undefined)).toEqual([]);
  });
});
