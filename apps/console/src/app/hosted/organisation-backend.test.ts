import { describe, expect, it } from 'vitest';
import { backendOf } from './organisation-backend.ts';

describe('an organisation', () => {
  it.each([true, 'true'])('whose metadata says direct: %s is called at its own address', (direct) => {
    expect(backendOf({ direct, backend_url: 'https://org.example/mc' })).toEqual({ baseUrl: 'https://org.example/mc' });
  });

  it.each([false, 'false', undefined])('whose metadata says direct: %s is called through the page', (direct) => {
    expect(backendOf({ direct, backend_url: 'https://org.example' })).toEqual({ baseUrl: undefined });
  });

  it.each([
    undefined,
    null,
    {},
    { direct: true },
    { backend_url: '' },
    { backend_url: 'javascript:alert(1)' },
    { backend_url: 7 },
  ])('without an address of a backend is not ready: %j', (metadata) => {
    expect(backendOf(metadata)).toBeUndefined();
  });
});
