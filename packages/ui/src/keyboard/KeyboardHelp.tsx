import { Dialog } from '../overlay/Dialog.tsx';
import { Kbd } from './Kbd.tsx';
import { type ShortcutInfo, useShortcutList } from './shortcuts.ts';

export interface KeyboardHelpProps {
  open: boolean;
  onClose(): void;
}

function byScope(shortcuts: readonly ShortcutInfo[]) {
  const scopes = new Map<string, Map<string, string[]>>();
  for (const { scope, keys, description } of shortcuts) {
    const lines = scopes.get(scope) ?? new Map<string, string[]>();
    scopes.set(scope, lines);
    const list = lines.get(description) ?? [];
    lines.set(description, list);
    if (!list.includes(keys)) list.push(keys);
  }
  return scopes;
}

/** Lists the keys that work now. */
export function KeyboardHelp({ open, onClose }: KeyboardHelpProps) {
  const shortcuts = useShortcutList();
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" width={600}>
      <div className="qd-shortcuts">
        {Array.from(byScope(shortcuts), ([scope, lines]) => (
          <section key={scope}>
            <h3>{scope}</h3>
            <ul>
              {Array.from(lines, ([description, keys]) => (
                <li key={description}>
                  {description}
                  <span className="qd-cell">
                    {keys.map((key) => (
                      <Kbd key={key} keys={key} />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
