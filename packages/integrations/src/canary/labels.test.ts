import { expect, it } from 'vitest';
import { checkLabels, checkNamespace } from './labels.ts';
import { parseCanarySpec } from './parse-spec.ts';

function parse(spec: Record<string, unknown>, labels: Record<string, string> = {}) {
  const { canary, checks } = parseCanarySpec(
    { tcp: [spec], severity: 'critical', owner: 'sre' },
    { name: 'c', namespace: 'web', labels },
  );
  const [check] = checks;
  if (check === undefined) throw new Error('no check');
  return { canary, check };
}

it('merges canary and check labels, adds marker labels and hides those of deployment tools', () => {
  const { canary, check } = parse(
    { name: 'a', labels: { tier: 'check', 'pod-template-hash-x': '1' } },
    { tier: 'canary', team: 'web', 'kustomize.toolkit.fluxcd.io/name': 'x' },
  );
  expect(checkLabels(canary, check)).toEqual({ tier: 'check', team: 'web', critical: 'true', sre: 'true' });
});

it('takes the namespace of the check, as a text or as the former object', () => {
  for (const [namespace, expected] of [
    ['prod', 'prod'],
    [{ name: 'prod' }, 'prod'],
    [{}, 'web'],
    ['', 'web'],
    [undefined, 'web'],
  ] as const) {
    const { canary, check } = parse({ name: 'a', namespace });
    expect(checkNamespace(canary, check)).toBe(expected);
  }
});
