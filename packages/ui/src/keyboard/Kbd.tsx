const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const names: Record<string, string> = {
  Mod: isApple ? '⌘' : 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** Key caps. `keys` is `Mod+K`, `j`, `Shift+Enter`; `Mod` is ⌘ on Apple machines and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: string }) {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  return (
    <span className="qd-keys">
      {parts.map((part) => (
        <kbd key={part} className="qd-kbd">
          {names[part] ?? (part.length === 1 && parts.length > 1 ? part.toUpperCase() : part)}
        </kbd>
      ))}
    </span>
  );
}
