import { describe, expect, it } from 'vitest';
import { Redactor } from './redaction.ts';
import { isSecretName } from './secret-names.ts';

function redactor(...secrets: string[]): Redactor {
  const made = new Redactor();
  for (const secret of secrets) made.add(secret);
  return made;
}

const SECRET = 'pa"ss wörd&more';

describe('a secret is taken out of a text', () => {
  it.each([
    ['as it is', `login ada:${SECRET} failed`, 'login ada:*** failed'],
    ['in an address', `GET /?p=${encodeURIComponent(SECRET)}&x=1`, 'GET /?p=***&x=1'],
    ['in a form', `p=${encodeURIComponent(SECRET).replaceAll('%20', '+')}&x=1`, 'p=***&x=1'],
    ['in JSON', `{"p":${JSON.stringify(SECRET)}}`, '{"p":"***"}'],
    ['cut before …', `stdout: ${SECRET.slice(0, 9)}…\nstderr: none`, 'stdout: ***…\nstderr: none'],
    ['cut at the end', `the server said ${SECRET.slice(0, 12)}`, 'the server said ***'],
    ['but not a few letters of it', `the end pa"s`, 'the end pa"s'],
  ])('%s', (_how, text, clean) => {
    expect(redactor(SECRET).text(text)).toBe(clean);
  });

  it('whole, where it begins like another one', () => {
    expect(redactor('token-1', 'token-1-and-more').text('token-1-and-more token-1')).toBe('*** ***');
  });

  it('and of a file, also where the file was cut', () => {
    expect(
      redactor(SECRET)
        .bytes(Buffer.from(`\u0000${SECRET}\u0000${SECRET.slice(0, 10)}`))
        .toString(),
    ).toBe('\u0000***\u0000***');
  });

  it('and of keys and values of an object', () => {
    expect(redactor(SECRET).json({ [SECRET]: [{ a: `x${SECRET}` }, 1n, null] })).toEqual({ '***': [{ a: 'x***' }, 1n, null] });
  });
});

describe('a variable or a header', () => {
  it.each(['DB_PASSWORD', 'GITHUB_TOKEN', 'Authorization', 'X-Api-Key', 'Cookie', 'AWS_SECRET_ACCESS_KEY'])(
    '%s is secret',
    (name) => {
      expect(isSecretName(name)).toBe(true);
    },
  );
  it.each(['PATH', 'Content-Type', 'X-Request-Id', ''])('%s is not', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});
