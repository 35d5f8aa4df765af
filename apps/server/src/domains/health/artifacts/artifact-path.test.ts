import { describe, expect, it } from 'vitest';
import { artifactPath, contentTypeOf } from './artifact-path.ts';

const at = new Date('2026-03-01T10:00:00.123Z');
const pathOf = (path: string) => artifactPath('check', at, path);

describe('the path of an artifact', () => {
  it('has the check, the start in nanoseconds and the path of the file', () => {
    expect(pathOf('/tmp/out/report.xml')).toBe('checks/check/1772359200123000000/tmp/out/report.xml');
  });

  it('never leads out of the folder of its run', () => {
    const base = pathOf('x').slice(0, -1);
    expect(pathOf('../../../etc/passwd')).toBe(`${base}etc/passwd`);
    expect(pathOf('a/./..//b')).toBe(`${base}a/b`);
    expect(pathOf('..\\..\\windows')).toBe(`${base}windows`);
    expect(pathOf('a\0b\n')).toBe(`${base}a_b_`);
    expect(pathOf('/..')).toBe(`${base}artifact`);
    expect(artifactPath('../x', at, 'a')).toBe(`checks/.._x/1772359200123000000/a`);
  });

  it('has no part that a file system refuses', () => {
    const parts = pathOf(`${'ü'.repeat(300)}/${'d/'.repeat(50)}file`).split('/');
    expect(parts).toHaveLength(3 + 16);
    expect(parts.every((part) => Buffer.byteLength(part) <= 200)).toBe(true);
  });
});

describe('the content type', () => {
  it('follows the ending of the name, else the content', () => {
    expect(contentTypeOf('a.JSON', Buffer.from('x'))).toBe('application/json');
    expect(contentTypeOf('stdout', Buffer.from('grüße'))).toBe('text/plain; charset=utf-8');
    expect(contentTypeOf('core', Buffer.from([0, 1]))).toBe('application/octet-stream');
    expect(contentTypeOf('raw', Buffer.from([0x41, 0xff, 0x41]))).toBe('application/octet-stream');
  });

  it('takes a text that is cut inside a character for text', () => {
    expect(contentTypeOf('log', Buffer.from(`a${'ü'.repeat(3000)}`))).toBe('text/plain; charset=utf-8');
  });
});
