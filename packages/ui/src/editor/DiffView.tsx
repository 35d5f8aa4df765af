import { useMemo, useState } from 'react';
import './editor.css';
import { type DiffLine, diffLines, foldEqual } from './diff.ts';

export interface DiffViewProps {
  before: string;
  after: string;
  /** Accessible name. Default `Changes`. */
  label?: string;
  /** Equal lines around a change. Default 3. */
  context?: number;
  maxHeight?: number;
  /** Default `No changes`. */
  noChanges?: string;
}

function Text({ line }: { line: DiffLine }) {
  const { changed, text } = line;
  if (!changed || changed[0] >= changed[1]) return text || '\u200b';
  const Mark = line.kind === 'add' ? 'ins' : 'del';
  return (
    <>
      {text.slice(0, changed[0])}
      <Mark>{text.slice(changed[0], changed[1])}</Mark>
      {text.slice(changed[1])}
    </>
  );
}

const signs = { same: ' ', add: '+', del: '−' };

/** What changed between two texts, line by line; equal stretches fold. */
export function DiffView({ before, after, label = 'Changes', context = 3, maxHeight, noChanges = 'No changes' }: DiffViewProps) {
  const [showAll, setShowAll] = useState(false);
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const parts = useMemo(() => foldEqual(lines, showAll ? lines.length : context), [lines, context, showAll]);
  if (lines.every(({ kind }) => kind === 'same')) return <p className="qd-diff-none">{noChanges}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className="qd-code qd-diff" style={{ maxHeight }} tabIndex={0} aria-label={label}>
      {parts.map((part, index) =>
        part.kind === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <button key={index} type="button" className="qd-diff-gap" onClick={() => setShowAll(true)}>
            {part.count} unchanged {part.count === 1 ? 'line' : 'lines'}
          </button>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <div key={index} className={`qd-diff-line is-${part.kind}`}>
            <i aria-hidden>{part.before}</i>
            <i aria-hidden>{part.after}</i>
            <b>{signs[part.kind]}</b>
            <span>
              <Text line={part} />
            </span>
          </div>
        ),
      )}
    </section>
  );
}
