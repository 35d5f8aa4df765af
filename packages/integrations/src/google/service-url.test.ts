import { expect, it } from 'vitest';
import { googleServiceUrl } from './service-url.ts';

const SERVICE = 'https://pubsub.googleapis.com';

it('is the service itself without an address and with any other address of Google', () => {
  for (const endpoint of ['', 'https://www.googleapis.com', 'https://storage.googleapis.com/storage/v1/'])
    expect(googleServiceUrl(endpoint, SERVICE).href).toBe('https://pubsub.googleapis.com/');
});

it('is the address of a stand-in, which must be a URL', () => {
  expect(googleServiceUrl('http://localhost:8085/base', SERVICE).href).toBe('http://localhost:8085/base');
  for (const endpoint of ['localhost', 'ftp://x/'])
    expect(() => googleServiceUrl(endpoint, SERVICE)).toThrow('the endpoint is no');
});
