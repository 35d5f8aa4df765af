import { useState } from 'react';

export interface LabelChipProps {
  name: string;
  value?: string | null;
  /** Makes it a button, for example to filter by the label. */
  onClick?: () => void;
}

/** A label as `key value` in mono. */
export function LabelChip({ name, value, onClick }: LabelChipProps) {
  const content = value ? (
    <>
      <span>{name}</span>
      <b>{value}</b>
    </>
  ) : (
    <b>{name}</b>
  );
  const title = value ? `${name}=${value}` : name;
  if (!onClick) {
    return (
      <span className="qd-tag" title={title}>
        {content}
      </span>
    );
  }
  return (
    <button type="button" className="qd-tag" title={title} onClick={onClick}>
      {content}
    </button>
  );
}

export interface LabelListProps {
  labels: Readonly<Record<string, string | null | undefined>>;
  /** How many are shown before `+4`. Default 4. */
  max?: number;
  onSelect?: (name: string, value: string) => void;
}

/** Labels in the order of their names; the rest hides behind `+4`. */
export function LabelList({ labels, max = 4, onSelect }: LabelListProps) {
  const [all, setAll] = useState(false);
  const entries = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  const shown = all || entries.length <= max + 1 ? entries : entries.slice(0, max);
  const rest = entries.length - shown.length;
  return (
    <span className="qd-tags">
      {shown.map(([name, value]) => (
        <LabelChip key={name} name={name} value={value} onClick={onSelect && (() => onSelect(name, value ?? ''))} />
      ))}
      {rest > 0 && (
        <button type="button" className="is-more" aria-label={`Show ${rest} more labels`} onClick={() => setAll(true)}>
          +{rest}
        </button>
      )}
    </span>
  );
}
