import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';

export interface CopyButtonProps {
  /** The text to copy, or a function that makes it when pressed. */
  value: string | (() => string);
  /** Accessible name. Default `Copy`. */
  label?: string;
  size?: 's' | 'm';
}

const shownMs = 1500;

/** Copies a text and says so for a moment. */
export function CopyButton({ value, label = 'Copy', size = 's' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    if (!(await copyText(typeof value === 'string' ? value : value()))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <span className="qd-copy">
      <IconButton icon={copied ? Check : Copy} label={copied ? 'Copied' : label} size={size} onClick={copy} />
      <span className="qd-hidden" aria-live="polite">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  );
}
