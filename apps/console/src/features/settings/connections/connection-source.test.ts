import { describe, expect, it } from 'vitest';
import { connectionSource } from './connection-source.ts';

const id = '0190a000-0000-7000-8000-000000000001';

describe('the source of a connection', () => {
  it('may be changed here when it was made here', () => {
    for (const source of ['UI', null] as const) {
      expect(connectionSource({ id, source })).toEqual({ label: 'UI', readOnlyReason: undefined, href: undefined });
    }
  });

  it('leads to the resource of a cluster', () => {
    for (const source of ['KubernetesCRD', 'CRDSync'] as const) {
      const { label, readOnlyReason, href } = connectionSource({ id, source });
      expect([label, href]).toEqual(['Kubernetes', `/catalog/${id}`]);
      expect(readOnlyReason).toContain('Change it there');
    }
  });

  it('is read-only from anywhere else', () => {
    for (const source of ['ConfigFile', 'Push', 'Topology'] as const) {
      expect(connectionSource({ id, source }).readOnlyReason).toContain('Change it there');
    }
  });
});
