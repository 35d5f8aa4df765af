import { type CheckStats, severityOf } from '@quarterdeck/contract/health';
import { Age, Duration, durationParts, formatNumber, missing, SeverityMeter, StatTile, StatTiles, Uptime } from '@quarterdeck/ui';
import { type CheckSituation, checkSeverity, type ShownCheck } from './check-state.ts';

export interface CheckTilesProps {
  check: ShownCheck;
  stats: CheckStats | undefined;
  situation: CheckSituation;
  columns: number;
}

/** Two durations in the room of one: the unit is said once when both have the same. */
function pairOf(
  first: number | null | undefined,
  second: number | null | undefined,
): { value: string; unit: string | undefined } {
  const [a, b] = [durationParts(first), durationParts(second)];
  if (a.value === missing) return { value: missing, unit: undefined };
  const isSame = a.unit === b.unit;
  return { value: isSame ? a.value : `${a.value} ${a.unit}`, unit: `/ ${b.value} ${b.unit}`.trimEnd() };
}

/** The figures of the time range and the times of the check. Old figures are dimmed with their age. */
export function CheckTiles({ check, stats, situation, columns }: CheckTilesProps) {
  const severity = checkSeverity(check);
  const stale = situation === 'late' || situation === 'deleted' || (situation === 'suspended' && check.last_runtime !== null);
  // Old figures are as old as the last run, however lately they were read.
  const figure = { asOf: stale ? check.last_runtime : stats?.as_of, stale };
  const uptime = stats && stats.uptime.passed + stats.uptime.failed > 0 ? stats.uptime : undefined;
  const latency = stats?.latency;
  const slowedAfter = stats?.slowed_after ?? 0;
  const failedNow = check.status === 'unhealthy' && (uptime?.failed ?? 0) > 0;
  return (
    <StatTiles columns={columns}>
      <StatTile
        label="Uptime"
        value={<Uptime passed={uptime?.passed} failed={uptime?.failed} />}
        tone={failedNow ? 'unhealthy' : undefined}
        {...figure}
      />
      <StatTile
        label="Passed / failed"
        value={uptime === undefined ? missing : formatNumber(uptime.passed)}
        unit={uptime === undefined ? undefined : `/ ${formatNumber(uptime.failed)}`}
        {...figure}
      />
      <StatTile label="Latency p95" value={<Duration ms={latency?.p95} />} {...figure} />
      <StatTile label="p97 / p99" {...pairOf(latency?.p97, latency?.p99)} {...figure} />
      <StatTile
        label="Severity"
        text
        value={severity === undefined ? missing : <SeverityMeter severity={severityOf(severity)} />}
      />
      <StatTile label="Last Run" text value={<Age time={check.last_runtime} style="phrase" />} />
      <StatTile label="Transitioned" text value={<Age time={check.last_transition_time} style="phrase" />} />
      <StatTile
        label="Next Run"
        text
        value={situation === 'deleted' || situation === 'suspended' ? missing : <Age time={check.next_runtime} style="phrase" />}
        unit={slowedAfter > 0 ? 'slowed down' : undefined}
        hint={
          slowedAfter > 0
            ? `Runs less often than its schedule says: ${slowedAfter} runs in a row failed only after seconds. The first that does not ends this.`
            : undefined
        }
      />
    </StatTiles>
  );
}
