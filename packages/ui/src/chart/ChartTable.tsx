import { formatUtc } from '../format/time.ts';
import { type ChartSeries, type ChartUnit, formatValue } from './chart-model.ts';

export interface ChartTableProps {
  label: string;
  times: readonly number[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  maxHeight: number;
}

const mostRows = 500;

/** The values of a chart as a table, newest first. */
export function ChartTable({ label, times, series, unit, maxHeight }: ChartTableProps) {
  const step = Math.max(1, Math.ceil(times.length / mostRows));
  const rows = times.flatMap((time, index) => ((times.length - 1 - index) % step === 0 ? [{ time, index }] : [])).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className="qd-chart-table" style={{ maxHeight }} tabIndex={0} aria-label={`${label}, values`}>
      <table className="qd-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((line) => (
              <th key={line.label} scope="col" className="is-num">
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, index }) => (
            <tr key={time}>
              <td className="qd-tnum">{formatUtc(time)}</td>
              {series.map((line) => (
                <td key={line.label} className="is-num">
                  {formatValue(line.values[index], unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
