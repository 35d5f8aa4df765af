import { RefreshCw } from 'lucide-react';
import { Button } from '../button/Button.tsx';
import { Menu } from '../overlay/Menu.tsx';

export interface RefreshRateOption {
  /** Seconds; 0 is off. */
  seconds: number;
  label: string;
  /** Not possible now, with the reason. */
  disabledReason?: string;
}

export interface RefreshRatePickerProps {
  value: number;
  options: readonly RefreshRateOption[];
  onChange(seconds: number): void;
  /** Adds `Refresh now`. */
  onRefresh?: () => void;
  /** A refresh is under way: the icon turns. */
  refreshing?: boolean;
}

/** How often the page asks for new values. */
export function RefreshRatePicker({ value, options, onChange, onRefresh, refreshing = false }: RefreshRatePickerProps) {
  const current = options.find(({ seconds }) => seconds === value)?.label ?? `${value}s`;
  return (
    <Menu
      align="end"
      label="Refresh rate"
      trigger={
        <Button
          variant="ghost"
          icon={<RefreshCw className={refreshing ? 'qd-spin' : undefined} aria-hidden />}
          aria-label={`Refresh rate ${current}`}
        >
          {current}
        </Button>
      }
      items={[
        ...(onRefresh ? [{ label: 'Refresh now', icon: RefreshCw, onSelect: onRefresh }, { type: 'separator' as const }] : []),
        ...options.map(({ seconds, label, disabledReason }) => ({
          label,
          disabledReason,
          checked: seconds === value,
          onSelect: () => onChange(seconds),
        })),
      ]}
    />
  );
}
