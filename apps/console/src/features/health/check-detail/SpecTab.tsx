import type { CheckDetail } from '@quarterdeck/contract/health';
import { findCheckKind } from '@quarterdeck/integrations/spec';
import { Code, EmptyState } from '@quarterdeck/ui';
import { useMemo } from 'react';
import { stringify } from 'yaml';
import { orderedCheck } from '../../../lib/check-order.ts';

/** The check's part of its canary definition as YAML. */
export default function SpecTab({ check }: { check: Pick<CheckDetail, 'spec' | 'type'> }) {
  const text = useMemo(() => {
    const { spec, type } = check;
    return spec === null || spec === undefined ? '' : stringify(orderedCheck(findCheckKind(type), spec), { lineWidth: 0 });
  }, [check]);
  if (text === '') return <EmptyState>This check has no spec: its results are pushed from outside.</EmptyState>;
  return <Code text={text} language="yaml" label="Spec" />;
}
