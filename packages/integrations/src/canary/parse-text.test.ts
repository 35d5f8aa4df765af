import { describe, expect, it } from 'vitest';
import { parseCanarySpec } from './parse-spec.ts';
import { parseCanaryText } from './parse-text.ts';

function parseOne(text: string, file = 'dir/my_file_name.yaml') {
  const parsed = parseCanaryText(text, { file });
  const [canary] = parsed.canaries;
  if (canary === undefined || parsed.canaries.length !== 1)
    throw new Error(`expected one canary: ${JSON.stringify(parsed.issues)}`);
  return canary;
}

const resource = (spec: string, metadata = 'name: shop') =>
  `apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata: {${metadata}}\nspec:\n${spec.replaceAll(/^/gm, '  ')}\n`;

describe('forms', () => {
  it('read the custom resource with its metadata', () => {
    const { canary, checks } = parseOne(
      resource(
        'http: [{name: a, url: "http://x/"}]',
        'name: shop, namespace: web, labels: {tier: 1}, annotations: {trace: "true"}',
      ),
    );
    expect(canary).toMatchObject({ name: 'shop', namespace: 'web', labels: { tier: '1' }, annotations: { trace: 'true' } });
    expect(checks).toMatchObject([{ key: 'http', type: 'http', name: 'a', index: 0 }]);
  });

  it('read the plain form and name it after the file without underscores', () => {
    expect(parseOne('schedule: "@every 5m"\nexec: [{name: a, script: "true"}]').canary).toMatchObject({
      name: 'dir/myfilename',
      namespace: 'default',
    });
  });

  it('fall back to the plain form when the resource has no check', () => {
    expect(parseOne('spec: {}\ntcp: [{name: a, endpoint: "h:1"}]').checks).toMatchObject([{ name: 'a' }]);
  });

  it('accept JSON', () => {
    expect(parseOne('{"http": [{"name": "a", "url": "http://x/"}]}').checks).toHaveLength(1);
  });
});

describe('documents', () => {
  it('are separated by lines of exactly three dashes; blank ones are skipped', () => {
    const text = `---\n# only a comment\n---\n${resource('http: [{name: a, url: "http://x/"}]')}---\n\n---\n${resource('http: [{name: b, url: "http://x/"}]', 'name: other')}`;
    const { canaries, issues } = parseCanaryText(text, { file: 'x.yaml' });
    expect(canaries.map((parsed) => [parsed.canary.name, parsed.line])).toEqual([
      ['shop', 4],
      ['other', 12],
    ]);
    expect(issues).toEqual([]);
  });

  it('may have a comment or blanks after the three dashes', () => {
    const one = resource('http: [{name: a, url: "http://x/"}]', 'name: one');
    const two = resource('http: [{name: a, url: "http://x/"}]', 'name: two');
    const { canaries, issues } = parseCanaryText(`--- # first\n${one}---  \n--- # second\n${two}`);
    expect(canaries.map(({ canary }) => canary.name)).toEqual(['one', 'two']);
    expect(issues).toEqual([]);
  });

  it('of another kind are left out with a note', () => {
    const { canaries, issues } = parseCanaryText('apiVersion: batch/v1\nkind: CronJob\nspec: {http: [{name: a}]}\n', {
      file: 'x.yaml',
    });
    expect(canaries).toEqual([]);
    expect(issues).toMatchObject([{ severity: 'info', code: 'DOCUMENT_IGNORED', line: 1 }]);
  });

  it('that repeat a canary are reported', () => {
    const text = resource('http: [{name: a, url: "http://x/"}]');
    expect(parseCanaryText(`${text}---\n${text}`).issues).toMatchObject([
      { code: 'CANARY_DUPLICATE', severity: 'warning', line: 7 },
    ]);
  });

  it('do not spoil their neighbours', () => {
    const { canaries, issues } = parseCanaryText(`http: [\n---\n${resource('http: [{name: a, url: "http://x/"}]')}`);
    expect(canaries).toHaveLength(1);
    expect(issues[0]).toMatchObject({ severity: 'error', code: 'YAML_INVALID' });
  });
});

describe('keys', () => {
  it('match in any case', () => {
    const { checks } = parseOne(
      resource('HTTP:\n  - NAME: a\n    URL: http://x/\n    ResponseCodes: [200]\n    thresholdmillis: 5'),
    );
    expect(checks[0]).toMatchObject({ name: 'a', spec: { url: 'http://x/', responseCodes: [200], thresholdMillis: 5 } });
  });

  it('of the resource and its metadata match in any case too', () => {
    const text =
      'APIVersion: canaries.flanksource.com/v1\nKind: Canary\nMetadata: {Name: shop, NameSpace: web, Labels: {A: b}}\nSpec: {http: [{name: a, url: "http://x/"}]}';
    const { canary, checks, issues } = parseOne(text);
    expect(canary).toMatchObject({ name: 'shop', namespace: 'web', labels: { A: 'b' } });
    expect(checks).toMatchObject([{ name: 'a' }]);
    expect(issues).toEqual([]);
  });

  it('are merged from other objects, and those of the object itself win', () => {
    const text =
      'http:\n  - &base {name: a, url: "http://x/", method: POST}\n  - {<<: *base, name: b}\n  - {<<: [{method: PUT}, *base], name: c}';
    const { checks, issues } = parseOne(text);
    expect(checks.map((check) => check.spec)).toEqual([
      { name: 'a', url: 'http://x/', method: 'POST' },
      { name: 'b', url: 'http://x/', method: 'POST' },
      { name: 'c', url: 'http://x/', method: 'PUT' },
    ]);
    expect(issues).toEqual([]);
  });

  it('that are unknown stay in the spec and are reported once with their place', () => {
    const { canary, checks, issues } = parseOne(resource('colour: red\nhttp:\n  - name: a\n    url: http://x/\n    timeOut: 5'));
    expect(issues).toEqual([
      {
        path: 'spec.colour',
        line: 5,
        column: 3,
        endLine: 5,
        endColumn: 9,
        severity: 'warning',
        code: 'FIELD_UNKNOWN',
        message: expect.stringContaining('"colour"'),
      },
      {
        path: 'spec.http[0].timeOut',
        line: 9,
        column: 7,
        endLine: 9,
        endColumn: 14,
        severity: 'warning',
        code: 'FIELD_UNKNOWN',
        message: expect.stringContaining('"timeOut"'),
      },
    ]);
    expect(canary.spec.colour).toBe('red');
    expect(checks[0]?.spec.timeOut).toBe(5);
  });

  it('of kinds that only ever were names give no check and one note with what to use', () => {
    for (const kind of ['containerd', 'Docker', 'dockerPush', 'containerdPush', 'helm']) {
      const { checks, issues } = parseOne(resource(`${kind}: [{name: a, image: x}, {name: b}]`));
      expect(checks).toEqual([]);
      const message = expect.stringMatching(/is only a name: .* use exec/);
      expect(issues).toMatchObject([{ severity: 'info', code: 'KIND_UNSUPPORTED', line: 5, column: 3, message }]);
    }
  });
});

it('keeps a webhook, which is no list of checks, without a note', () => {
  const { canary, checks, issues } = parseOne(resource('webhook: {name: hook, token: {value: x}}'));
  expect(canary.spec.webhook).toEqual({ name: 'hook', token: { value: 'x' } });
  expect(checks).toEqual([]);
  expect(issues).toEqual([]);
});

it('brings the fields of a webhook to their spelling and type, and names those that it cannot use', () => {
  const { canary, issues } = parseOne(resource('Webhook: {Name: hook, TOKEN: t0ken, Test: {Expr: "true"}, colour: red}'));
  expect(canary.spec.webhook).toEqual({ name: 'hook', token: { value: 't0ken' }, test: { expr: 'true' } });
  expect(issues).toMatchObject([{ code: 'FIELD_UNKNOWN', path: 'spec.Webhook.colour' }]);
  expect(parseOne(resource('webhook: nothing')).issues).toMatchObject([{ code: 'TYPE_MISMATCH', path: 'spec.webhook' }]);
});

describe('types', () => {
  it('accept one text for a list of texts, scalars for texts, and an EnvVar given as text', () => {
    const { checks, issues } = parseOne(
      resource(
        'dns: [{name: a, query: x, exactreply: 1.2.3.4}]\nhttp: [{name: 5, url: "http://x/", username: joe, ntlm: "yes", thresholdMillis: "30"}]',
      ),
    );
    expect(checks[0]?.spec.exactreply).toEqual(['1.2.3.4']);
    expect(checks[1]?.spec).toMatchObject({ name: '5', username: { value: 'joe' }, ntlm: true, thresholdMillis: 30 });
    expect(issues).toEqual([]);
  });

  it('that do not fit are errors with their place, and the other checks are read', () => {
    const { checks, issues } = parseOne(
      resource('http:\n  - name: a\n    url: {a: 1}\n  - name: b\n    url: http://x/\n    responseCodes: [abc]\n  - just text'),
    );
    expect(checks.map((check) => check.name)).toEqual(['a', 'b']);
    expect(issues).toMatchObject([
      { code: 'TYPE_MISMATCH', severity: 'error', path: 'spec.http[0].url', line: 7, column: 12 },
      { code: 'TYPE_MISMATCH', severity: 'error', path: 'spec.http[1].responseCodes[0]', line: 10, column: 23 },
      { code: 'TYPE_MISMATCH', severity: 'error', path: 'spec.http[2]', line: 11 },
    ]);
  });

  it('treat null as absent and take an object for a list of one', () => {
    const { checks, issues } = parseOne(resource('exec:\n  name: a\n  script: "true"\n  env: null\nhttp: null'));
    expect(checks).toMatchObject([{ key: 'exec', name: 'a' }]);
    expect(checks[0]?.spec).not.toHaveProperty('env');
    expect(issues).toMatchObject([{ severity: 'warning', code: 'TYPE_MISMATCH' }]);
  });
});

describe('check names', () => {
  it('are unique by type and name; a repeated one gets a number', () => {
    const { checks, issues } = parseOne(
      resource(
        'exec: [{name: a, script: "1"}, {name: a, script: "2"}, {name: a, script: "3"}]\ntcp: [{name: a, endpoint: "h:1"}]',
      ),
    );
    expect(checks.map((check) => `${check.type}:${check.name}`)).toEqual(['exec:a', 'exec:a (2)', 'exec:a (3)', 'tcp:a']);
    expect(issues.map((issue) => issue.code)).toEqual(['CHECK_DUPLICATE', 'CHECK_DUPLICATE']);
  });

  it('default to the description, else to the kind', () => {
    const { checks } = parseOne(resource('tcp: [{description: first, endpoint: "h:1"}, {endpoint: "h:1"}]'));
    expect(checks.map((check) => check.name)).toEqual(['first', 'tcp-2']);
  });

  it('come in the running order of the kinds, not in the order of the file', () => {
    const { checks } = parseOne(
      resource('tcp: [{name: a, endpoint: "h:1"}]\nhttp: [{name: b, url: "http://x/"}]\ndns: [{name: c, query: x}]'),
    );
    expect(checks.map((check) => check.key)).toEqual(['dns', 'http', 'tcp']);
  });
});

describe('hostile texts', () => {
  it.each([
    [
      'a billion laughs',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((letter, index) => `${letter}: &${letter} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(',')}]`)
        .join('\n')}\nhttp: [{name: a, labels: {x: *j}}]`,
    ],
    ['malformed YAML', 'http:\n  - name: "a\n'],
    ['a tab', 'http:\n\t- name: a'],
    ['deep nesting', `http: ${'['.repeat(20_000)}`],
    ['an unknown alias', 'http: *nowhere'],
    ['a duplicate key', 'http: []\nhttp: []'],
    ['a plain text', 'just some words'],
    ['a list', '- a\n- b'],
  ])('give an error with a line, not an exception: %s', (_name, text) => {
    const { canaries, issues } = parseCanaryText(text, { file: 'x.yaml' });
    expect(canaries).toEqual([]);
    expect(issues.some((issue) => issue.severity === 'error' && (issue.line ?? 0) > 0)).toBe(true);
  });

  it('that are too long are refused', () => {
    expect(parseCanaryText('x'.repeat(6_000_000)).issues).toMatchObject([{ code: 'TOO_LARGE' }]);
  });

  it('cannot change the prototype of objects', () => {
    const { checks } = parseOne(
      'http: [{name: a, url: "http://x/", __proto__: {polluted: 1}, labels: {__proto__: x}}]\n__proto__: {y: 1}',
    );
    expect(checks).toHaveLength(1);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('schedules in a canary', () => {
  it('that make no sense are reported with their place, and the checks are read', () => {
    const { schedule, checks, issues } = parseOne(resource('schedule: "every 30 @minutes"\nhttp: [{name: a, url: "http://x/"}]'));
    expect(schedule).toEqual({ kind: 'never', reason: 'invalid' });
    expect(checks).toHaveLength(1);
    expect(issues).toMatchObject([{ code: 'SCHEDULE_INVALID', severity: 'warning', path: 'spec.schedule', line: 5, column: 13 }]);
  });

  it.each([
    ['replicas: 0', ''],
    ['icon: x', ', annotations: {suspend: "true"}'],
  ])('are suspended by %s %s', (field, metadata) => {
    expect(
      parseOne(resource(`schedule: "@hourly"\n${field}\nhttp: [{name: a, url: "http://x/"}]`, `name: x${metadata}`)).schedule,
    ).toEqual({ kind: 'never', reason: 'suspended' });
  });
});

describe('a spec as data', () => {
  it('is read without positions', () => {
    const parsed = parseCanarySpec({ Schedule: '@every 1m', Http: [{ name: 'a', url: 5, extra: 1 }] }, { name: 'n' });
    expect(parsed).toMatchObject({
      canary: { name: 'n', namespace: 'default', spec: { schedule: '@every 1m' } },
      schedule: { kind: 'every', intervalMs: 60_000 },
    });
    expect(parsed.issues).toEqual([
      { path: 'Http[0].extra', severity: 'warning', code: 'FIELD_UNKNOWN', message: expect.any(String) },
    ]);
  });

  it.each([null, undefined, 'text', 5, []])('that is no object is an error: %s', (value) => {
    expect(parseCanarySpec(value, { name: 'n' })).toMatchObject({
      checks: [],
      issues: [{ code: 'TYPE_MISMATCH', severity: 'error' }],
    });
  });
});
