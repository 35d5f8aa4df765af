import { describe, expect, it } from 'vitest';
import { answerHeaders, requestHeaders } from './proxy-headers.ts';

const PASSAGE = { origin: 'https://deck.example.com', clientAddress: '192.0.2.7' };

describe('a request on its way to Kratos', () => {
  it('says where it came in, whatever the client says of that', () => {
    const headers = requestHeaders(
      { host: 'evil.example.org', 'x-forwarded-host': 'evil.example.org', 'x-forwarded-for': '127.0.0.1', forwarded: 'for=1' },
      PASSAGE,
    );

    expect(headers).toEqual({
      'x-forwarded-for': '192.0.2.7',
      'x-forwarded-host': 'deck.example.com',
      'x-forwarded-proto': 'https',
    });
  });

  it('loses what is about the connection, and keeps the rest', () => {
    const headers = requestHeaders(
      {
        connection: 'keep-alive, x-hop',
        'x-hop': '1',
        te: 'trailers',
        'transfer-encoding': 'chunked',
        cookie: 'a=b',
        accept: 'text/html',
      },
      PASSAGE,
    );

    expect(headers).toMatchObject({ cookie: 'a=b', accept: 'text/html' });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-hop']));
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect(headers).not.toHaveProperty('connection');
  });
});

describe('an answer of Kratos', () => {
  function cookieOf(cookie: string, origin: string): unknown {
    return answerHeaders({ 'set-cookie': [cookie] }, origin, 'http://kratos:4433')['set-cookie'];
  }

  it('keeps its cookies as they are where they fit', () => {
    const cookie = 'ory_kratos_session=abc; Path=/; Domain=example.com; HttpOnly; Secure; SameSite=Lax';

    expect(cookieOf(cookie, 'https://deck.example.com')).toEqual([cookie]);
  });

  it('has no cookies of another domain', () => {
    expect(cookieOf('a=b; Domain=kratos.internal; HttpOnly', 'https://deck.example.com')).toEqual(['a=b; HttpOnly']);
    expect(cookieOf('a=b; Domain=ample.com', 'https://deck.example.com')).toEqual(['a=b']);
  });

  it('has cookies that come back also without encryption', () => {
    expect(cookieOf('a=b; Path=/; Secure; SameSite=None', 'http://localhost:8080')).toEqual(['a=b; Path=/']);
  });

  it('leads to this server where it means itself, and elsewhere as it says', () => {
    const locationOf = (location: string) =>
      answerHeaders({ location }, 'https://deck.example.com', 'http://kratos:4433').location;

    expect(locationOf('http://kratos:4433/self-service/login/browser?x=1')).toBe(
      'https://deck.example.com/api/.ory/self-service/login/browser?x=1',
    );
    expect(locationOf('https://deck.example.com/login?flow=1')).toBe('https://deck.example.com/login?flow=1');
    expect(locationOf('http://kratos:44330/x')).toBe('http://kratos:44330/x');
  });

  it('does not say what this server says for every answer', () => {
    const headers = answerHeaders(
      { 'content-security-policy': "default-src 'none'", 'access-control-allow-origin': '*', 'content-type': 'text/html' },
      'https://deck.example.com',
      'http://kratos:4433',
    );

    expect(headers).toEqual({ 'content-type': 'text/html' });
  });
});
