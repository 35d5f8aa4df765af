import { CopyButton, Popover } from '@quarterdeck/ui';

/** What a result says: one line, all of it on demand. */
export function ResultMessage({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <Popover
      label="Message"
      trigger={
        <button type="button" className="qc-message qd-trunc" dir="auto" title="Show the whole message">
          {text}
        </button>
      }
    >
      <div className="qc-message-all">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
        <pre tabIndex={0} dir="auto">
          {text}
        </pre>
        <CopyButton value={text} label="Copy the message" />
      </div>
    </Popover>
  );
}
