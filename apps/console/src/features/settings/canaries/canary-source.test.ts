import { describe, expect, it } from 'vitest';
import { sourceView } from './canary-source.ts';

describe('sourceView', () => {
  it('lets definitions made here be edited', () => {
    expect([null, '', 'UI'].map((source) => sourceView(source))).toEqual(
      Array.from({ length: 3 }, () => ({ label: 'UI', readOnlyReason: undefined })),
    );
  });

  it('names the file that a definition is read from', () => {
    expect(sourceView('file/examples/http.yaml')).toEqual({
      label: 'examples/http.yaml',
      readOnlyReason: 'This canary is read from the file examples/http.yaml. Change it there.',
    });
  });

  it('lets nobody here edit what an agent sent', () => {
    expect(sourceView('UI', '0197f077-4dc0-8de3-8da7-010000000000')).toEqual({
      label: 'UI',
      readOnlyReason: 'This canary comes from an agent. Change it there.',
    });
  });

  it('sends to the cluster what lives there', () => {
    expect(sourceView('kubernetes/1f').readOnlyReason).toContain('Kubernetes cluster');
  });
});
