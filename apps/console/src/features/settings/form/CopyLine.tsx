import { CopyButton } from '@quarterdeck/ui';

/** A text to take along, whole, with a button that copies it. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  return (
    <div className="qd-field">
      <span className="qd-label">{label}</span>
      <span className="qs-copy">
        <code>{value}</code>
        <CopyButton value={value} label={`Copy the ${label.toLowerCase()}`} size="m" />
      </span>
    </div>
  );
}
