import { useMemo } from 'react';
import { CopyButton } from '../button/CopyButton.tsx';
import { classNames } from '../class-name.ts';
import { type CodeLanguage, highlight } from './highlight.ts';

export interface CodeProps {
  text: string;
  language?: CodeLanguage;
  /** Accessible name. Default `Code`. */
  label?: string;
  /** Line numbers. Default true. */
  numbers?: boolean;
  /** Lines to mark, from 1. */
  marked?: ReadonlySet<number>;
  /** Breaks long lines. Default false: they scroll. */
  wrap?: boolean;
  /** Height in pixels after which it scrolls. */
  maxHeight?: number;
  /** Offer to copy. Default true. */
  copy?: boolean;
}

/** Read-only code with the colours of the editor, without its weight. */
export function Code({
  text: code,
  language = 'yaml',
  label = 'Code',
  numbers = true,
  marked,
  wrap = false,
  maxHeight,
  copy = true,
}: CodeProps) {
  const lines = useMemo(() => highlight(code, language), [code, language]);
  return (
    <div className="qd-code-frame">
      <section
        className={classNames('qd-code', !numbers && 'qd-code-plain', wrap && 'qd-code-wrap')}
        style={{ maxHeight, paddingBlock: 6 }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        {lines.map((tokens, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <div key={index} className={classNames('qd-code-line', marked?.has(index + 1) && 'is-marked')}>
            {numbers && <i aria-hidden>{index + 1}</i>}
            <span>
              {tokens.map(({ text, kind }, at) =>
                kind === 'plain' ? (
                  text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a token is its place
                  <span key={at} className={`qd-tok-${kind}`}>
                    {text}
                  </span>
                ),
              )}
              {tokens.length === 0 && '\u200b'}
            </span>
          </div>
        ))}
      </section>
      {copy && (
        <span className="is-copy">
          <CopyButton value={code} />
        </span>
      )}
    </div>
  );
}
