import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { COMMANDS, runCli } from './cli.ts';
import type { CommandIo } from './command.ts';

class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const stdout = new Text();
  const stderr = new Text();
  const io: CommandIo = { stdin: process.stdin, stdout, stderr, env: {} };
  return { code: await runCli(argv, io), out: stdout.text, err: stderr.text };
}

describe('the command line', () => {
  it('lists its commands at --help', async () => {
    const { code, out } = await run('--help');

    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('tells its version', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^quarterdeck \d+\.\d+\.\d+\n$/) });
  });

  it.each(['start', 'migrate', 'doctor', 'run', 'data-api', 'user'])(
    'explains %s at --help and does nothing else',
    async (name) => {
      const { code, out } = await run(name, '--help');

      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: quarterdeck ${name}`));
    },
  );

  it.each([[[]], [['frobnicate']]])('does not understand %j and shows what there is', async (argv) => {
    const { code, err } = await run(...argv);

    expect(code).toBe(2);
    expect(err).toContain('Usage: quarterdeck <command>');
  });

  it('names a setting that is wrong and answers 2', async () => {
    const { code, err } = await run('doctor', '--port', 'many');

    expect(code).toBe(2);
    expect(err).toContain('--port');
  });
});
