import { expect, it } from 'vitest';
import { parseCanaryText } from './parse-text.ts';

const SEEDS = [
  'apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata:\n  name: a\nspec:\n  schedule: "@every 5m"\n  http:\n    - name: x\n      url: http://a/\n      responseCodes: [200]\n      labels: {a: b}\n      metrics: [{name: m, type: gauge, value: "1", labels: [{name: l, value: v}]}]\n',
  'tcp: &t\n  - {name: a, endpoint: "h:1"}\ndns: [{name: b, query: x, exactreply: [y]}]\n---\nfolder:\n  - path: /x\n    filter: {regex: "a", maxAge: 1d}\n',
];
const TOKENS = [
  '\n',
  ' ',
  '  ',
  ':',
  '-',
  '---\n',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '&a',
  '*a',
  '<<',
  '!!binary',
  '|',
  '>',
  '#',
  '\t',
  '\u0000',
  '\u2028',
  '💥',
  'null',
  '~',
  '0x1F',
  '1e999',
  '.nan',
  '2024-01-01',
  '%',
  '@',
  '`',
  '? ',
  'http',
  'spec',
  'name',
  '__proto__',
  'constructor',
];

/** Deterministic numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function mutate(text: string, next: () => number): string {
  let mutated = text;
  for (let round = 0; round < 1 + next() * 8; round += 1) {
    const at = Math.floor(next() * (mutated.length + 1));
    const token = TOKENS[Math.floor(next() * TOKENS.length)] ?? '';
    const removed = next() < 0.4 ? Math.floor(next() * 12) : 0;
    mutated = mutated.slice(0, at) + token + mutated.slice(at + removed);
  }
  return mutated;
}

it('never throws on damaged texts, and every issue has a message and a line', () => {
  const next = random(42);
  for (let round = 0; round < 3000; round += 1) {
    const text = mutate(SEEDS[round % SEEDS.length] ?? '', next);
    const { canaries, issues } = parseCanaryText(text, { file: 'fuzz.yaml' });
    for (const issue of [...issues, ...canaries.flatMap((parsed) => parsed.issues)]) {
      expect(issue.message).not.toBe('');
      expect(issue.line, text).toBeGreaterThan(0);
    }
    for (const { checks } of canaries) {
      expect(new Set(checks.map((check) => `${check.type}/${check.name}`)).size).toBe(checks.length);
    }
  }
});
