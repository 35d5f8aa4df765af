import type { CheckSummary } from '@quarterdeck/contract/health';
import { formatUtc, HealthGlyph, HealthLabel, TechIcon, useNow } from '@quarterdeck/ui';
import { History } from 'lucide-react';
import { useCallback } from 'react';
import { CheckStrip, useLastRuntimeMs } from './CheckStrip.tsx';
import { healthOf, type RollUp } from './check-health.ts';
import { lateRunAge, transitionAge } from './check-times.ts';

export interface NameCellProps {
  check: CheckSummary;
  /** Quiet text after the name, where there is room for it. */
  note?: string | undefined;
}

/** Glyph, technology and name. */
export function NameCell({ check, note }: NameCellProps) {
  return (
    <span className="qd-cell dash-name">
      <HealthGlyph state={healthOf(check)} />
      <TechIcon name={check.icon || check.type} />
      <span className="qd-trunc" title={check.endpoint === undefined ? check.name : `${check.name}\n${check.endpoint}`}>
        {check.name}
      </span>
      {note !== undefined && note !== '' && <span className="dash-note">{note}</span>}
    </span>
  );
}

/** The last results, and the age of the last run once it is older than an hour. */
export function HealthCell({ check }: { check: CheckSummary }) {
  const lastRunMs = useLastRuntimeMs(check.id, check.last_runtime);
  const age = useNow(useCallback((nowMs: number) => lateRunAge(lastRunMs, nowMs) ?? '', [lastRunMs]));
  return (
    <span className={age === '' ? 'dash-health' : 'dash-health is-late'}>
      <CheckStrip id={check.id} name={check.name} size={age === '' ? 'row' : 'short'} />
      {age !== '' && (
        <span className="qd-stale" title={`Last run ${formatUtc(lastRunMs)}`}>
          <History aria-hidden />
          {age}
        </span>
      )}
    </span>
  );
}

/** Age of the last change of state. */
export function TransitionCell({ check }: { check: CheckSummary }) {
  const transitionMs = check.last_transition_time === undefined ? undefined : Date.parse(check.last_transition_time);
  const age = useNow(useCallback((nowMs: number) => transitionAge(transitionMs, nowMs) ?? '', [transitionMs]));
  if (age === '') return <span className="qd-none">—</span>;
  return (
    <span className="dash-soft" title={formatUtc(transitionMs)}>
      {age}
    </span>
  );
}

const GROUP_WORDS = { good: 'Good', mixed: 'Mixed', bad: 'Bad', unknown: 'Unknown' } as const;
const GROUP_STATES = { good: 'healthy', mixed: 'mixed', bad: 'unhealthy', unknown: 'unknown' } as const;

/** Good, mixed or bad. */
export function GroupHealthCell({ figures }: { figures: RollUp }) {
  return (
    <HealthLabel state={GROUP_STATES[figures.health]} size="s">
      {GROUP_WORDS[figures.health]}
    </HealthLabel>
  );
}
