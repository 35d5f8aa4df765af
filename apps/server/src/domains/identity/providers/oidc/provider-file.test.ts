import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseProviders, readProviderFile } from './provider-file.ts';

const SMALLEST = `
- id: acme
  issuer: https://login.example.com
  client_id: deck
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'providers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file of sign-in providers', () => {
  it('may look as the reference page shows it', () => {
    const page = readFileSync(new URL('../../../../../../../docs/reference/sign-in.md', import.meta.url), 'utf8');
    const example = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';

    const [provider] = parseProviders(example, 'providers.yaml', { ACME_SECRET: 'of the test' });

    expect(provider).toMatchObject({ id: 'acme', clientSecret: 'of the test', linkVerified: true });
    expect(provider?.roles).toContain('claims.groups');
  });

  it('needs an id, an issuer and a client; the rest has defaults', () => {
    const [provider] = parseProviders(SMALLEST, 'providers.yaml');

    expect(provider).toMatchObject({
      id: 'acme',
      label: 'acme',
      scopes: ['openid', 'email', 'profile'],
      clientSecret: undefined,
      signup: undefined,
      linkVerified: false,
      claims: { email: 'claims.email' },
    });
  });

  it('may have its list below providers', () => {
    const text = `providers:\n  - { id: acme, issuer: 'https://login.example.com', client_id: deck, label: Acme }\n`;

    expect(parseProviders(text, 'p.yaml').map(({ label }) => label)).toEqual(['Acme']);
  });

  it('always asks for the scope openid', () => {
    expect(parseProviders(`${SMALLEST}  scopes: [groups]\n`, 'p.yaml')[0]?.scopes).toEqual(['openid', 'groups']);
  });

  it.each([
    ['a missing field', '- id: acme\n  issuer: https://login.example.com\n', /p\.yaml:1: client_id /],
    ['an unknown field', `${SMALLEST}  secret: x\n`, /p\.yaml:5: secret is no field/],
    ['an issuer without encryption', SMALLEST.replace('https', 'http'), /p\.yaml:3: issuer must begin with https/],
    ['a wrong id', SMALLEST.replace('acme', 'A/B'), /p\.yaml:2: id has small letters/],
    ['an id twice', `${SMALLEST}${SMALLEST}`, /p\.yaml:6: id there are two providers “acme”/],
    [
      'two secrets',
      `${SMALLEST}  client_secret: a\n  client_secret_env: B\n`,
      /p\.yaml:5: client_secret is given in more than one way/,
    ],
    [
      'a variable that is not set',
      `${SMALLEST}  client_secret_env: NOT_THERE\n`,
      /p\.yaml:5: client_secret_env .*NOT_THERE is not set/,
    ],
    ['a file that is not there', `${SMALLEST}  client_secret_file: gone\n`, /p\.yaml:5: client_secret_file cannot be read/],
    ['broken YAML', '- id: [\n', /p\.yaml:2/],
    ['no list', 'acme', /p\.yaml must be a list/],
  ])('names line and field of %s', (_what, text, message) => {
    expect(() => parseProviders(text, 'p.yaml')).toThrow(message);
  });

  it('takes secrets from variables and from files beside it', () => {
    writeFileSync(join(folder, 'secret'), 'from a file\n');
    writeFileSync(
      join(folder, 'p.yaml'),
      `${SMALLEST}  client_secret_file: secret\n${SMALLEST.replace('acme', 'two')}  client_secret_env: DECK_SECRET\n`,
    );

    const providers = readProviderFile(join(folder, 'p.yaml'), { DECK_SECRET: 'from a variable' });

    expect(providers.map(({ clientSecret }) => clientSecret)).toEqual(['from a file', 'from a variable']);
  });

  it('must be there when it is named', () => {
    expect(() => readProviderFile(join(folder, 'gone.yaml'))).toThrow(/gone\.yaml cannot be read/);
  });
});
