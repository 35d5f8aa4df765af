import type { SpecIssue } from '@quarterdeck/contract/health';
import { Badge, IconButton, Section, TechIcon } from '@quarterdeck/ui';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { CheckEntry } from './canary-checks.ts';
import { lookUp } from './canary-document.ts';
import { FieldStack } from './form/CheckField.tsx';
import { fieldGroups } from './form-rules.ts';
import { issuesUnder } from './spec-issues.ts';

export interface CheckSectionProps {
  entry: CheckEntry;
  issues: readonly SpecIssue[];
  isReadOnly: boolean;
  defaultOpen: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** One check of the canary: its head with what can be done to it, and its fields under the headings of its kind. */
export function CheckSection({ entry, issues, isReadOnly, defaultOpen, onMove, onRemove }: CheckSectionProps) {
  const { kind, value, index, siblings, path } = entry;
  const name = String(lookUp(value, 'name') ?? '') || 'Unnamed check';
  const errors = issuesUnder(issues, path).filter(({ severity }) => severity === 'error').length;
  return (
    <div className="qc-check-section">
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
        defaultOpen={defaultOpen}
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
          <details key={group.title} className="qc-field-group" open={!group.isOptional || undefined}>
            <summary>{group.title}</summary>
            <FieldStack fields={group.fields} path={path} values={value} />
          </details>
        ))}
      </Section>
    </div>
  );
}
