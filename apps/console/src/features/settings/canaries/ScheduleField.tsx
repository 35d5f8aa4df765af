import { Combobox, FormField, formatLocal, formatSpan } from '@quarterdeck/ui';
import { useMemo } from 'react';
import { type Path, useSettingsForm } from '../form/form-context.ts';
import { previewSchedule, type SchedulePreview } from './schedule-preview.ts';

const SUGGESTIONS = [
  { value: '@every 30s', label: '@every 30s' },
  { value: '@every 1m', label: '@every 1m' },
  { value: '@every 5m', label: '@every 5m' },
  { value: '@hourly', label: '@hourly', description: 'At minute 0' },
  { value: '@daily', label: '@daily', description: 'At 00:00' },
  { value: '*/15 8-18 * * 1-5', label: '*/15 8-18 * * 1-5', description: 'Every quarter of an hour in office hours' },
  { value: '@never', label: '@never', description: 'Only by hand' },
];

/** Wall-clock text without a zone: a cron text without a zone counts in the zone of the server, which the browser does not know. */
function wallClock(run: Date): string {
  return formatLocal(run).replace(/:\d\d UTC.*$/, '');
}

function describePreview(preview: SchedulePreview): string | undefined {
  switch (preview.kind) {
    case 'problem':
      return undefined;
    case 'none':
      return 'Without a schedule it runs only by hand';
    case 'never':
      return 'Runs only by hand';
    case 'every':
      return `Runs every ${formatSpan(preview.intervalMs)}`;
    case 'cron': {
      const runs = preview.runs.map(preview.timeZone === undefined ? wallClock : (run) => formatLocal(run));
      return `Next runs: ${runs.join(', ')}${preview.timeZone === undefined ? ', by the clock of the server' : ''}`;
    }
  }
}

/** The schedule of the canary with what it means. */
export function ScheduleField({ path, value }: { path: Path; value: unknown }) {
  const { setAt, touch, problemAt, isReadOnly } = useSettingsForm();
  const text = typeof value === 'string' ? value : '';
  const preview = useMemo(() => previewSchedule(text, new Date()), [text]);
  const problem = preview.kind === 'problem' ? preview.message : problemAt(path);
  return (
    <FormField label="Schedule" help={describePreview(preview)} error={problem}>
      <Combobox
        mono
        value={text}
        options={SUGGESTIONS}
        placeholder="@every 1m, or five cron fields"
        disabled={isReadOnly}
        onChange={(next) => setAt(path, next === '' ? undefined : next)}
        onBlur={() => touch(path)}
      />
    </FormField>
  );
}
