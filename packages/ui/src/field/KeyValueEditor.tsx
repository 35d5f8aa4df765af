import { Plus, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { FieldContext } from './field-context.ts';
import { Input } from './Input.tsx';

/** One line of a KeyValueEditor. */
export interface KeyValuePair {
  key: string;
  value: string;
}

export interface KeyValueEditorProps {
  pairs: readonly KeyValuePair[];
  onChange(pairs: readonly KeyValuePair[]): void;
  keyLabel?: string;
  valueLabel?: string;
  /** Text of the adding button. Default `Add`. */
  addLabel?: string;
  disabled?: boolean;
}

/** A map as lines of key and value. The order stays as typed; duplicate keys are the caller's to reject. */
export function KeyValueEditor(props: KeyValueEditorProps) {
  const { pairs, onChange, keyLabel = 'Key', valueLabel = 'Value', addLabel = 'Add', disabled } = props;
  const set = (at: number, change: Partial<KeyValuePair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...change } : pair)));
  return (
    <EditorLines
      count={pairs.length}
      addLabel={addLabel}
      disabled={disabled}
      onAdd={() => onChange([...pairs, { key: '', value: '' }])}
      onRemove={(at) => onChange(pairs.filter((_, index) => index !== at))}
      className="qd-pair"
      renderLine={(at) => {
        const pair = pairs[at];
        if (!pair) return null;
        return (
          <>
            <Input
              mono
              disabled={disabled}
              aria-label={`${keyLabel} ${at + 1}`}
              placeholder={keyLabel}
              value={pair.key}
              onChange={(event) => set(at, { key: event.target.value })}
            />
            <Input
              mono
              disabled={disabled}
              aria-label={`${valueLabel} ${at + 1}`}
              placeholder={valueLabel}
              value={pair.value}
              onChange={(event) => set(at, { value: event.target.value })}
            />
          </>
        );
      }}
    />
  );
}

export interface FieldListProps<Item> {
  items: readonly Item[];
  onChange(items: readonly Item[]): void;
  /** Draws the control of one item. */
  renderItem(item: Item, change: (item: Item) => void, index: number): ReactNode;
  /** A fresh item for the adding button. */
  newItem(): Item;
  addLabel?: string;
  disabled?: boolean;
}

/** A list of controls that can grow and shrink. */
export function FieldList<Item>({ items, onChange, renderItem, newItem, addLabel = 'Add', disabled }: FieldListProps<Item>) {
  return (
    <EditorLines
      count={items.length}
      addLabel={addLabel}
      disabled={disabled}
      onAdd={() => onChange([...items, newItem()])}
      onRemove={(at) => onChange(items.filter((_, index) => index !== at))}
      className="qd-pair qd-pair-1"
      renderLine={(at) => {
        const item = items[at];
        if (item === undefined) return null;
        return renderItem(item, (next) => onChange(items.map((other, index) => (index === at ? next : other))), at);
      }}
    />
  );
}

interface EditorLinesProps {
  count: number;
  addLabel: string;
  disabled: boolean | undefined;
  className: string;
  onAdd(): void;
  onRemove(at: number): void;
  renderLine(at: number): ReactNode;
}

function EditorLines({ count, addLabel, disabled, className, onAdd, onRemove, renderLine }: EditorLinesProps) {
  const root = useRef<HTMLDivElement>(null);
  const added = useRef(false);
  const focusNew = (line: HTMLDivElement | null, at: number) => {
    if (!line || !added.current || at !== count - 1) return;
    added.current = false;
    line.querySelector<HTMLElement>('input, textarea, button')?.focus();
  };
  return (
    // The lines have their own names; only the first control may take the id of the field.
    <FieldContext value={undefined}>
      <div className="qd-pairs" ref={root}>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <div key={at} className={className} ref={(line) => focusNew(line, at)}>
            {renderLine(at)}
            <IconButton icon={X} label={`Remove ${at + 1}`} tooltip={false} disabled={disabled} onClick={() => onRemove(at)} />
          </div>
        ))}
        <Button
          size="s"
          variant="ghost"
          icon={Plus}
          disabled={disabled}
          onClick={() => {
            added.current = true;
            onAdd();
          }}
        >
          {addLabel}
        </Button>
      </div>
    </FieldContext>
  );
}
