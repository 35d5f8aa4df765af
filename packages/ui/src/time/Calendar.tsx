import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { classNames } from '../class-name.ts';
import { calendarMonth } from './time-range.ts';

export interface CalendarProps {
  /** First and last day, `2026-11-21`; the last one is missing while a range is being chosen. */
  from: string | undefined;
  to: string | undefined;
  onPick(day: string): void;
  today: string;
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdays = [
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
  ['Su', 'Sunday'],
] as const;

/** Two months for choosing the days of a range. Days are UTC. */
export function Calendar({ from, to, onPick, today }: CalendarProps) {
  const [shown, setShown] = useState(() => {
    const [year = 0, month = 1] = (to ?? from ?? today).split('-').map(Number);
    return { year, month: month - 1 };
  });
  const turn = (by: number) => {
    const { year, month } = calendarMonth(shown.year, shown.month + by);
    setShown({ year, month });
  };
  return (
    <div className="qd-months">
      {[-1, 0].map((offset) => (
        <Month
          key={offset}
          year={shown.year}
          month={shown.month + offset}
          from={from}
          to={to}
          today={today}
          onPick={onPick}
          onBack={() => turn(-1)}
          backClassName={offset === 0 ? 'qd-only-phone' : undefined}
          onNext={offset === 0 ? () => turn(1) : undefined}
        />
      ))}
    </div>
  );
}

interface MonthProps extends CalendarProps {
  year: number;
  month: number;
  onBack(): void;
  /** On a phone only the second month is shown; it then carries the step back as well. */
  backClassName: string | undefined;
  onNext: (() => void) | undefined;
}

function Month({ year, month, from, to, today, onPick, onBack, backClassName, onNext }: MonthProps) {
  const shown = calendarMonth(year, month);
  const title = `${monthNames[shown.month]} ${shown.year}`;
  return (
    <div className="qd-month">
      <div className="qd-month-head">
        <IconButton
          size="s"
          className={backClassName}
          icon={ChevronLeft}
          label="Previous month"
          tooltip={false}
          onClick={onBack}
        />
        <span style={{ marginInline: 'auto' }}>{title}</span>
        {onNext && <IconButton size="s" icon={ChevronRight} label="Next month" tooltip={false} onClick={onNext} />}
      </div>
      <table aria-label={title}>
        <thead>
          <tr>
            {weekdays.map(([short, long]) => (
              <th key={short} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.weeks.map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, weekday) => (
                <td key={weekdays[weekday]?.[0]}>{day && <Day day={day} from={from} to={to} today={today} onPick={onPick} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `21 November 2026`. */
function dayName(day: string) {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${monthNames[(month ?? 1) - 1]} ${year}`;
}

function Day({ day, from, to, today, onPick }: CalendarProps & { day: string }) {
  const isEdge = day === from || day === to;
  const isIn = from !== undefined && to !== undefined && day > from && day < to;
  return (
    <button
      type="button"
      className={classNames('qd-day', isEdge && 'is-edge', isIn && 'is-in', day === today && 'is-today')}
      aria-label={dayName(day)}
      aria-pressed={isEdge}
      disabled={day > today}
      onClick={() => onPick(day)}
    >
      {Number(day.slice(8))}
    </button>
  );
}
