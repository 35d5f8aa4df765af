import type { CheckDetail } from '@quarterdeck/contract/health';
import { Code, EmptyState } from '@quarterdeck/ui';
import { useMemo } from 'react';
import { stringify } from 'yaml';

/** The check's part of its canary definition as YAML. */
export function SpecTab({ check }: { check: Pick<CheckDetail, 'spec'> }) {
  const text = useMemo(
    () => (check.spec === null || check.spec === undefined ? '' : stringify(check.spec, { lineWidth: 0 })),
    [check.spec],
  );
  if (text === '') return <EmptyState>This check has no spec: its results are pushed from outside.</EmptyState>;
  return <Code text={text} language="yaml" label="Spec" />;
}
