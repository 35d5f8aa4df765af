import { Check, Clock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { classNames } from '../class-name.ts';
import { FormField } from '../field/FormField.tsx';
import { Input } from '../field/Input.tsx';
import { Popover } from '../overlay/Popover.tsx';
import { Calendar } from './Calendar.tsx';
import {
  type AbsoluteRange,
  absoluteLabel,
  parseFieldText,
  parseRelative,
  rangeLabel,
  type TimeRange,
  type TimeRangePreset,
  toFieldText,
} from './time-range.ts';

export interface TimeRangePickerProps {
  value: TimeRange | null;
  onChange(range: TimeRange): void;
  presets: readonly TimeRangePreset[];
  /** Recently used absolute ranges, newest first. */
  recent?: readonly AbsoluteRange[];
  /** Default `Please select time range`. */
  placeholder?: string;
  /** `bar`: quiet, for the top bar; `outline`: for filter bars and panels. Default `bar`. */
  look?: 'bar' | 'outline';
  size?: 's' | 'm';
  align?: 'start' | 'end';
}

/** The one range picker: quick ranges, a typed span, two months of calendar with from and to, recent ranges. Times are UTC. */
export function TimeRangePicker(props: TimeRangePickerProps) {
  const {
    value,
    onChange,
    presets,
    recent = [],
    placeholder = 'Please select time range',
    look = 'bar',
    size,
    align = 'end',
  } = props;
  const label = rangeLabel(value, presets, placeholder);
  return (
    <Popover
      label="Time range"
      align={align}
      padded={false}
      trigger={
        <Button
          variant={look === 'bar' ? 'ghost' : 'outline'}
          size={size}
          icon={Clock}
          hasMenu
          aria-label={`Time range: ${label}`}
        >
          {label}
        </Button>
      }
    >
      {(close) => (
        <RangeForm
          value={value}
          presets={presets}
          recent={recent}
          onChange={(range) => {
            close();
            onChange(range);
          }}
        />
      )}
    </Popover>
  );
}

interface RangeFormProps {
  value: TimeRange | null;
  presets: readonly TimeRangePreset[];
  recent: readonly AbsoluteRange[];
  onChange(range: TimeRange): void;
}

function RangeForm({ value, presets, recent, onChange }: RangeFormProps) {
  const absolute = value?.kind === 'absolute' ? value : undefined;
  const [from, setFrom] = useState(absolute ? toFieldText(absolute.from) : '');
  const [to, setTo] = useState(absolute ? toFieldText(absolute.to) : '');
  const [failure, setFailure] = useState<{ from?: string; to?: string }>({});
  const fromDay = from.slice(0, 10) || undefined;
  const toDay = to.slice(0, 10) || undefined;
  const pickDay = (day: string) => {
    setFailure({});
    if (!fromDay || toDay || day < fromDay) {
      setFrom(`${day} 00:00`);
      setTo('');
    } else {
      setTo(`${day} 23:59`);
    }
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const start = parseFieldText(from);
    const end = parseFieldText(to, true);
    if (start && end && start < end) onChange({ kind: 'absolute', from: start, to: end });
    else {
      setFailure({
        from: start ? undefined : 'Use 2026-11-21 03:40',
        to: !end ? 'Use 2026-11-21 04:10' : start && start >= end ? 'Must be after from' : undefined,
      });
    }
  };
  return (
    <div className="qd-range">
      <div className="qd-range-main">
        <form onSubmit={apply} style={{ display: 'grid', gap: 12 }}>
          <Calendar from={fromDay} to={toDay} onPick={pickDay} today={new Date().toISOString().slice(0, 10)} />
          <div className="qd-range-fields">
            <FormField label="From, UTC" error={failure.from}>
              <Input value={from} placeholder="2026-11-21 03:40" onChange={(event) => setFrom(event.target.value)} />
            </FormField>
            <FormField label="To, UTC" error={failure.to}>
              <Input value={to} placeholder="2026-11-21 04:10" onChange={(event) => setTo(event.target.value)} />
            </FormField>
            <Button type="submit" variant="primary" style={{ height: 30 }}>
              Apply range
            </Button>
          </div>
        </form>
        {recent.length > 0 && (
          <div>
            <div className="qd-menu-label" style={{ paddingLeft: 0 }}>
              Recent
            </div>
            <div className="qd-range-recent">
              {recent.map((range) => (
                <button
                  key={`${range.from}/${range.to}`}
                  type="button"
                  className="qd-menu-item qd-tnum"
                  onClick={() => onChange({ kind: 'absolute', ...range })}
                >
                  {absoluteLabel(range)}
                </button>
              ))}
            </div>
          </div>
        )}
      </div>
      <QuickRanges value={value} presets={presets} onChange={onChange} />
    </div>
  );
}

function QuickRanges({ value, presets, onChange }: Omit<RangeFormProps, 'recent'>) {
  const [text, setText] = useState('');
  const [failed, setFailed] = useState(false);
  const current = value?.kind === 'relative' ? value.value : undefined;
  return (
    <div className="qd-range-side">
      <form
        style={{ padding: '4px 4px 6px' }}
        onSubmit={(event) => {
          event.preventDefault();
          const span = parseRelative(text);
          setFailed(!span);
          if (span) onChange({ kind: 'relative', value: span });
        }}
      >
        <Input
          aria-label="Custom span"
          placeholder="Custom: 45m, 3d, 2w"
          value={text}
          aria-invalid={failed || undefined}
          onChange={(event) => {
            setFailed(false);
            setText(event.target.value);
          }}
        />
      </form>
      {presets.map((preset) => (
        <button
          key={preset.value}
          type="button"
          className={classNames('qd-menu-item', preset.value === current && 'is-active')}
          aria-pressed={preset.value === current}
          onClick={() => onChange({ kind: 'relative', value: preset.value })}
        >
          {preset.label}
          <span className="is-end">{preset.value === current && <Check size={14} aria-hidden />}</span>
        </button>
      ))}
    </div>
  );
}
