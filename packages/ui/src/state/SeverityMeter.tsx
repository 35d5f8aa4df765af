export type Severity = 'info' | 'warning' | 'low' | 'medium' | 'high' | 'blocker' | 'critical';

const steps: readonly Severity[] = ['info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical'];

/** Reads a severity in any case; undefined when it is none of the seven. */
export function toSeverity(value: string | null | undefined): Severity | undefined {
  const lower = value?.toLowerCase();
  return steps.find((step) => step === lower);
}

/** Sort rank: 0 is `info`, 6 is `critical`. */
export function severityRank(severity: Severity): number {
  return steps.indexOf(severity);
}

function bars(from: number, to: number) {
  let path = '';
  for (let step = from; step < to; step += 1) {
    const height = 3 + step * 1.5;
    path += `M${(step * 2.6).toFixed(1)} ${12 - height}h1.6v${height}h-1.6z`;
  }
  return path;
}

export interface SeverityMeterProps {
  severity: Severity;
  /** Hide the word; it stays as the accessible name. */
  glyphOnly?: boolean;
}

/** Seven rising bars, lit up to the severity, and its word. */
export function SeverityMeter({ severity, glyphOnly = false }: SeverityMeterProps) {
  const lit = severityRank(severity) + 1;
  const word = severity.charAt(0).toUpperCase() + severity.slice(1);
  const name = glyphOnly ? { role: 'img', 'aria-label': `Severity ${word}` } : { 'aria-hidden': true };
  return (
    <span className={`qd-sev qd-sev-${severity}`}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: named or hidden by its attributes */}
      <svg viewBox="0 0 18 12" {...name}>
        <path d={bars(0, lit)} />
        <path className="is-off" d={bars(lit, steps.length)} />
      </svg>
      {!glyphOnly && word}
    </span>
  );
}
