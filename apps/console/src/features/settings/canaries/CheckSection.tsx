import type { SpecIssue } from '@quarterdeck/contract/health';
import { Badge, IconButton, Section, TechIcon } from '@quarterdeck/ui';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { lookUp } from '../form/look-up.ts';
import type { CheckEntry } from './canary-checks.ts';
import { FieldStack } from './form/CheckField.tsx';
import { Fold } from './form/Fold.tsx';
import { fieldGroups } from './form-rules.ts';
import { issuesUnder } from './spec-issues.ts';

export interface CheckSectionProps {
  entry: CheckEntry;
  issues: readonly SpecIssue[];
  isReadOnly: boolean;
  /** How it begins; afterwards only the person folds it. */
  startsOpen: boolean;
  /** It was just added: it comes into view. */
  isAdded: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** One check of the canary: its head with what can be done to it, and its fields under the headings of its kind. */
export function CheckSection({ entry, issues, isReadOnly, startsOpen, isAdded, onMove, onRemove }: CheckSectionProps) {
  const { kind, value, index, siblings, path } = entry;
  const [isOpen, setOpen] = useState(startsOpen);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAdded) root.current?.scrollIntoView({ block: 'start' });
  }, [isAdded]);
  const name = String(lookUp(value, 'name') ?? '') || 'Unnamed check';
  const errors = issuesUnder(issues, path).filter(({ severity }) => severity === 'error').length;
  return (
    <div ref={root} className="qc-check-section">
      {!isReadOnly && (
        <span className="qc-acts">
          {siblings > 1 && (
            <>
              <IconButton icon={ArrowUp} size="s" label={`Move ${name} up`} disabled={index === 0} onClick={() => onMove(-1)} />
              <IconButton
                icon={ArrowDown}
                size="s"
                label={`Move ${name} down`}
                disabled={index === siblings - 1}
                onClick={() => onMove(1)}
              />
            </>
          )}
          <IconButton icon={Trash2} size="s" label={`Remove ${name}`} onClick={onRemove} />
        </span>
      )}
      <Section
        open={isOpen}
        onOpenChange={setOpen}
        title={
          <span className="qd-cell">
            <TechIcon name={kind.icon} />
            <span className="qd-trunc">{name}</span>
            <span className="qc-kind-name">{kind.title}</span>
            {errors > 0 && <Badge tone="unhealthy">{errors === 1 ? '1 problem' : `${errors} problems`}</Badge>}
          </span>
        }
      >
        {fieldGroups(kind.fields, value).map((group) => (
          <Fold key={group.title} className="qc-field-group" startsOpen={!group.isOptional} title={group.title}>
            <FieldStack fields={group.fields} path={path} values={value} />
          </Fold>
        ))}
      </Section>
    </div>
  );
}
