import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { techSymbol } from './tech-names.ts';

describe('technology icons', () => {
  it.each([
    ['Postgres', 'postgres'],
    ['k8s', 'kubernetes'],
    ['Azure DevOps', 'cloud'],
    ['AWS::EC2::Instance', 'server'],
    ['Kubernetes::Deployment', 'kubernetes'],
    ['http-check', 'http'],
    ['constructor', 'generic'],
    ['something new', 'generic'],
    ['', 'generic'],
    [undefined, 'generic'],
  ])('draw %s as %s', (name, symbol) => {
    expect(techSymbol(name)).toBe(symbol);
  });

  it('exist in the sprite', () => {
    const sprite = readFileSync(new URL('./generated/tech-sprite.svg', import.meta.url), 'utf8');
    for (const name of ['postgres', 'generic', 'dns', 'icmp', 'exec', 'cloud'])
      expect(sprite).toContain(`id="${techSymbol(name)}"`);
  });
});
