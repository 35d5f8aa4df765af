import type { SpecIssue } from '@quarterdeck/contract/health';
import { CircleX, Info, TriangleAlert } from 'lucide-react';

const ICONS = { error: CircleX, warning: TriangleAlert, info: Info } as const;

/** What is wrong with the definition; a line number leads to its place in the YAML. */
export function IssueList({ issues, onOpenLine }: { issues: readonly SpecIssue[]; onOpenLine(line: number): void }) {
  return (
    <ul className="qc-issues" aria-label="Problems">
      {issues.map((issue, index) => {
        const Icon = ICONS[issue.severity];
        const { line } = issue;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same problem may be listed for several places
          <li key={index} className={`is-${issue.severity}`}>
            <Icon aria-label={issue.severity} />
            <span>
              {issue.path !== '' && <code>{issue.path}</code>} {issue.message}
            </span>
            {line !== undefined && (
              <button type="button" className="qd-link" onClick={() => onOpenLine(line)}>
                line {line}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
