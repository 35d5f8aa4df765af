import { resolve } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import { describeSettings, readConfig, SETTINGS } from './config.ts';

describe('settings', () => {
  it('have defaults for a first look', () => {
    expect(readConfig([], {})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('.quarterdeck'),
      engine: 'auto',
      roles: ['web', 'scheduler', 'worker'],
      noExamples: false,
    });
  });

  it('come from flags before the environment', () => {
    const config = readConfig(['--port', '9000', '--roles=web', '--no-examples'], {
      PORT: '7000',
      QUARTERDECK_RUNNER_NAME: 'north',
    });

    expect(config).toMatchObject({ port: 9000, roles: ['web'], noExamples: true, runnerName: 'north' });
  });

  it('treat an empty variable as not given', () => {
    expect(readConfig([], { PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined });
  });

  it.each([
    [['--port', 'eighty'], /--port \(PORT\)/],
    [['--port', '70000'], /--port/],
    [['--host', '0.0.0.0'], /--public-url .*loopback/],
    [['--host', '0.0.0.0', '--public-url', 'https://deck.example.com', '--auth', 'none'], /--auth .*loopback/],
    [['--public-url', 'https://deck.example.com/deck'], /--public-url .*path/],
    [['--auth', 'clerk'], /--clerk-jwks-url/],
    [['--roles', 'web,captain'], /--roles/],
    [['--roles', ','], /--roles/],
    [['--database-url', 'mysql://x'], /--database-url .*postgres:/],
    [['--engine', 'sqlite'], /--engine/],
    [['--prometheus', 'prometheus:9090'], /--prometheus \(QUARTERDECK_PROMETHEUS\).*http/],
    [['--sail'], /--sail/],
    [['stray'], /stray/],
  ])('refuse %j and say which', (argv, message) => {
    const read = () => readConfig(argv, {});

    expect(read).toThrow(QuarterdeckError);
    expect(read).toThrow(message);
  });

  it('are all in the help text, with flag and variable', () => {
    const help = describeSettings();

    for (const { flag, variable } of Object.values(SETTINGS)) {
      expect(help).toContain(`--${flag}`);
      expect(help).toContain(variable);
    }
  });
});
