import { Button, Input, Popover } from '@quarterdeck/ui';
import { useId, useState } from 'react';
import { parseDurationFilter } from './duration-filter.ts';

export interface DurationFilterProps {
  /** Text such as `500ms`; undefined shows all. */
  value: string | undefined;
  presets: readonly string[];
  onChange(value: string | undefined): void;
}

/** The duration filter of the history: a preset, or any number of milliseconds or seconds. */
export function DurationFilter({ value, presets, onChange }: DurationFilterProps) {
  return (
    <Popover
      label="Duration"
      trigger={
        <Button size="s" hasMenu aria-label={`Duration: ${value ?? 'All'}`}>
          <span className="qd-muted">Duration</span> {value ?? 'All'}
        </Button>
      }
    >
      {(close) => (
        <Choice
          value={value}
          presets={presets}
          onPick={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </Popover>
  );
}

function Choice({
  value,
  presets,
  onPick,
}: {
  value: string | undefined;
  presets: readonly string[];
  onPick(value: string | undefined): void;
}) {
  const id = useId();
  const isPreset = value === undefined || presets.includes(value);
  const [draft, setDraft] = useState(isPreset ? '' : value);
  const [problem, setProblem] = useState<string>();
  const apply = () => {
    const parsed = parseDurationFilter(draft);
    if ('error' in parsed) setProblem(parsed.error);
    else onPick(parsed.atLeastMs === undefined ? undefined : draft.trim());
  };
  return (
    <form
      className="qc-duration"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className="qc-duration-presets">
        {['All', ...presets].map((preset) => {
          const isOn = preset === (value ?? 'All');
          return (
            <Button
              key={preset}
              size="s"
              variant={isOn ? 'outline' : 'ghost'}
              pressed={isOn}
              onClick={() => onPick(preset === 'All' ? undefined : preset)}
            >
              {preset === 'All' ? 'All' : `≥ ${preset}`}
            </Button>
          );
        })}
      </div>
      <label htmlFor={id} className="qd-label">
        Custom
      </label>
      <div className="qc-duration-own">
        <Input
          id={id}
          mono
          value={draft}
          placeholder="750ms or 2s"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => {
            setDraft(event.target.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit">Apply</Button>
      </div>
      {problem !== undefined && (
        <span className="qd-error" id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
