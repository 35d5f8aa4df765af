import { describe, expect, it } from 'vitest';
import { runOne, runYaml } from '../testing/run-yaml.ts';

/** A check whose probe gives the JSON text as `results.stdout`. */
function check(fields: string, script = "echo '{}'", canaryFields = ''): string {
  return `${canaryFields}\nexec:\n  - name: parent\n    description: of the parent\n    icon: star\n    labels: {own: check}\n    script: ${JSON.stringify(script)}\n${fields.replaceAll(/^/gm, '    ')}`;
}

function transform(value: unknown): string {
  return `transform:\n  javascript: ${JSON.stringify(`JSON.stringify(${JSON.stringify(value)})`)}`;
}

describe('test and display', () => {
  it('give message and verdict', async () => {
    expect(
      await runOne(check('display: {expr: "\'code \' + string(results.exitCode)"}\ntest: {expr: results.exitCode == 0}')),
    ).toMatchObject({ pass: true, message: 'code 0', error: '' });
  });

  it('may be Go templates or JavaScript, which win over CEL', async () => {
    expect(await runOne(check('display: {expr: "\'cel\'", template: "{{.check.name}} {{.results.stdout}}"}'))).toMatchObject({
      message: 'parent {}',
    });
    expect(
      await runOne(check('display: {template: go, javascript: "1 + 1"}\ntest: {javascript: "results.stdout == \'{}\'"}')),
    ).toMatchObject({ message: '2', pass: true });
  });

  it.each([
    ['maybe', 'the test did not return a boolean but "maybe"'],
    ["results.stdout == 'x' ? 1.5 : 2.5", 'did not return a boolean'],
  ])('fail when the test gives something else: %s', async (expr, error) => {
    const text = expr === 'maybe' ? "'maybe'" : expr;
    expect(await runOne(check(`test: {expr: "${text}"}`))).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringContaining(error),
    });
  });

  it.each(['results.nothing.at.all', '1 +', 'unknown(1)', "'a' + 1"])('fail when the expression does: %s', async (expr) => {
    const result = await runOne(check(`display: {expr: "${expr}"}`));
    expect(result).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('error in display') });
    expect(await runOne(check(`test: {expr: "${expr}"}`))).toMatchObject({
      pass: false,
      error: expect.stringContaining('error in test'),
    });
  });

  it('fail when the expression does not end', async () => {
    expect(await runOne(check('display: {javascript: "while (true) {}"}'))).toMatchObject({
      pass: false,
      error: expect.stringContaining('error in display'),
    });
  });

  it('run for a check that failed, and say nothing of what the probe did not find', async () => {
    const failing = (fields: string) => `tcp: [{name: parent, endpoint: "127.0.0.1", ${fields}}]`;
    const error = '"127.0.0.1" is not in the format ADDRESS:PORT';
    const run = (fields: string) => runOne(failing(fields));
    expect(await run('display: {template: "{{.check.name}} is down"}')).toMatchObject({
      pass: false,
      message: 'parent is down',
      error,
    });
    expect(await run('display: {expr: results.found}, test: {expr: results.found}')).toMatchObject({ message: '', error });
    expect(await run('transform: {expr: results.found.toJSON()}')).toMatchObject({ pass: false, invalid: false, error });
    expect(
      await run('metrics: [{name: m, type: gauge, value: "1"}, {name: n, type: gauge, value: results.found}]'),
    ).toMatchObject({
      error,
    });
    expect(await run(`transform: {expr: "{'message': 'moved', 'pass': true}.toJSON()"}`)).toMatchObject({
      pass: false,
      message: 'moved',
      error,
    });
    expect(await runYaml(failing(`transform: {expr: "{'name': 'made', 'pass': true}.toJSON()"}`))).toMatchObject([
      { name: 'parent', pass: false, error },
      { name: 'made', pass: true },
    ]);
  });

  it('of jsonPath give an empty text, which is no verdict', async () => {
    expect(await runOne(check('display: {jsonPath: $.a}\ntest: {jsonPath: $.a}'))).toMatchObject({
      pass: false,
      message: '',
      error: 'the test did not return a boolean but ""',
    });
  });

  it('do not run for an invalid check', async () => {
    expect(await runOne(check('display: {expr: "\'shown\'"}', ' '))).toMatchObject({ invalid: true, message: '' });
  });

  it('see canary, check and duration', async () => {
    const text = `metadata: {name: shop, namespace: web, labels: {tier: "1"}}\nspec:\n  exec:\n    - name: a\n      description: d\n      script: "true"\n      test: {expr: "canary.name == 'shop' && canary.namespace == 'web' && canary.labels.tier == '1' && check.name == 'a' && check.description == 'd' && duration >= 0 && type(duration) == int"}`;
    expect(await runOne(text)).toMatchObject({ pass: true, error: '' });
  });

  it('see defaults as the last result when there is none, and ask for it only when needed', async () => {
    let asked = 0;
    const lastResult = async () => {
      asked += 1;
      return undefined;
    };
    expect(
      await runOne(check('test: {expr: "last_result().status == \'\' && last_result().duration == 0"}'), { lastResult }),
    ).toMatchObject({ pass: true, error: '' });
    expect(asked).toBe(1);
    await runOne(check('test: {expr: "true"}'), { lastResult });
    expect(asked).toBe(1);
  });
});

describe('a transform', () => {
  it('with another name adds new checks and keeps the parent without its detail', async () => {
    const canary = 'severity: high\nowner: sre';
    const items = [
      {
        name: 'one',
        namespace: 'prod',
        message: 'static',
        description: 'text',
        pass: true,
        labels: { pod: 'x', n: 5 },
        duration: 17,
        start: '2024-05-06T07:08:09Z',
        detail: { a: 1 },
        metrics: [{ name: 'm', type: 'gauge', value: 2, labels: { l: 'v' } }, { name: 'incomplete' }],
      },
      {
        name: 'two',
        type: 'custom',
        icon: 'moon',
        endpoint: 'there',
        deletedAt: '2024-05-06T00:00:00Z',
        transformDeleteStrategy: 'MarkHealthy',
      },
      { name: 'three', pass: true, error: 'but broken', deletedAt: '0001-01-01T00:00:00Z', start: '0001-01-01T00:00:00Z' },
    ];
    const [parent, one, two, three, ...others] = await runYaml(
      check(`${transform(items)}\nnamespace: dev\ntransformDeleteStrategy: Ignore`, 'echo', canary),
    );
    expect(others).toEqual([]);
    expect(parent).toMatchObject({
      name: 'parent',
      pass: true,
      transformed: false,
      detail: undefined,
      namespace: 'dev',
      labels: { own: 'check', high: 'true', sre: 'true' },
    });
    expect(one).toMatchObject({
      name: 'one',
      type: 'exec',
      namespace: 'prod',
      message: 'static',
      description: 'text',
      icon: 'star',
      pass: true,
      transformed: true,
      durationMs: 17,
      startedAt: new Date('2024-05-06T07:08:09Z'),
      ranAt: parent?.startedAt,
      labels: { pod: 'x', n: '5', high: 'true', sre: 'true' },
      detail: { a: 1 },
      metrics: [{ name: 'm', type: 'gauge', value: 2, labels: { l: 'v' } }],
      transformDeleteStrategy: 'Ignore',
      severity: 'high',
      owner: 'sre',
    });
    expect(one?.labels).not.toHaveProperty('own');
    expect(two).toMatchObject({
      name: 'two',
      type: 'custom',
      icon: 'moon',
      endpoint: 'there',
      description: 'of the parent',
      namespace: 'dev',
      pass: false,
      error: '',
      deletedAt: new Date('2024-05-06T00:00:00Z'),
      transformDeleteStrategy: 'MarkHealthy',
    });
    expect(three).toMatchObject({ pass: false, error: 'but broken', startedAt: parent?.startedAt });
    expect(three).not.toHaveProperty('deletedAt');
  });

  it('may be one object, and display and test then run for the parent', async () => {
    const fields =
      "transform: {expr: \"{'name': 'child', 'pass': true}.toJSON()\"}\ndisplay: {expr: \"'parent text'\"}\ntest: {expr: \"false\"}";
    const [parent, child] = await runYaml(check(fields));
    expect(parent).toMatchObject({ message: 'parent text', pass: false });
    expect(child).toMatchObject({ name: 'child', pass: true, message: '', namespace: 'default' });
  });

  it('without a name changes the result in place before display and test', async () => {
    const item = {
      message: 'changed',
      description: 'new',
      labels: { extra: '1' },
      duration: 33,
      data: { answer: 42 },
      detail: { kept: true },
      metrics: [{ name: 'm', value: 1 }],
    };
    const result = await runOne(check(`${transform(item)}\ntest: {expr: answer == 42.0}`));
    expect(result).toMatchObject({
      name: 'parent',
      pass: true,
      message: 'changed',
      description: 'new',
      labels: { own: 'check', extra: '1' },
      durationMs: 33,
      detail: { kept: true },
      metrics: [{ name: 'm', type: 'gauge', value: 1, labels: {} }],
    });
    expect(await runOne(check(transform({ pass: false, error: 'broken' })))).toMatchObject({
      pass: false,
      error: 'broken',
      detail: { exitCode: 0 },
    });
  });

  it('may spell its fields in any case', async () => {
    expect(await runOne(check(transform({ Message: 'moved', DURATION: 5, Pass: true, pass: false })))).toMatchObject({
      message: 'moved',
      durationMs: 5,
      pass: false,
    });
  });

  it('removes the detail with $delete', async () => {
    expect((await runOne(check(transform([{ detail: '$delete' }])))).detail).toBeUndefined();
  });

  it('that is an empty list keeps the result alone without detail', async () => {
    expect(await runOne(check(transform([])))).toMatchObject({ name: 'parent', pass: true, detail: undefined });
  });

  it.each([
    ['text', '"no json"'],
    ['a number', '"5"'],
    ['two without names', '"[{}, {}]"'],
    ['the name of the parent', '\'{"name": "parent"}\''],
    ['a wrong type', '\'{"name": "x", "pass": "yes"}\''],
    ['an error', 'undefined.x'],
  ])('that gives %s makes the check invalid', async (_name, javascript) => {
    expect(
      await runOne(check(`transform: {javascript: ${JSON.stringify(javascript)}}\ndisplay: {expr: "'shown'"}`)),
    ).toMatchObject({ pass: false, invalid: true, message: '', error: expect.stringContaining('error transforming result') });
  });
});

describe('metrics', () => {
  it('fail the check when a value is no number or the type is unknown', async () => {
    const metric = (fields: string) => check(`metrics: [{name: m, ${fields}}]`);
    expect(await runOne(metric('type: gauge, value: "\'abc\'"'))).toMatchObject({
      pass: false,
      error: expect.stringContaining('metric m: "abc" is not a number'),
    });
    expect(await runOne(metric('type: meter, value: "1"'))).toMatchObject({
      pass: false,
      error: expect.stringContaining('unknown type "meter"'),
    });
    expect(await runOne(metric('type: counter, value: results.exitCode + 2'))).toMatchObject({
      pass: true,
      metrics: [{ name: 'm', type: 'counter', value: 2, labels: {} }],
    });
  });
});

describe('result mode junit', () => {
  it('makes one result of all', async () => {
    const text = 'resultMode: junit\nexec: [{name: a, script: "true"}, {name: b, script: "exit 1"}, {name: c, script: "true"}]';
    const result = await runOne(text);
    expect(result).toMatchObject({
      type: 'junit',
      name: 'Result Mode: JUnit Report',
      description: 'Result Mode: JUnit Report',
      pass: false,
      message: expect.stringMatching(/^2 passed, 1 failed in [\d.]+s$/),
      detail: { passed: 2, failed: 1, tests: [{ name: 'a', status: 'passed' }, { name: 'b', status: 'failed' }, { name: 'c' }] },
    });
    expect(await runOne('resultMode: junit\nexec: [{name: a, script: "true"}]')).toMatchObject({
      pass: true,
      message: expect.stringMatching(/^1 passed in/),
    });
  });
});

describe('a spec that cannot be run', () => {
  it('gives an invalid result that names the field', async () => {
    expect(await runOne('exec: [{name: a, script: {x: 1}}]')).toMatchObject({
      pass: false,
      invalid: true,
      error: expect.stringContaining('exec.script'),
    });
  });
});
