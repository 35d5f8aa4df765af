import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';

export interface CopyButtonProps {
  /** The text to copy, or a function that makes it when pressed. */
  value: string | (() => string);
  /** Accessible name. Default `Copy`. */
  label?: string;
  size?: 's' | 'm';
}

const shownMs = 1500;

async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The clipboard API needs a secure page; a selected text area also works on plain HTTP.
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

/** Copies a text and says so for a moment. */
export function CopyButton({ value, label = 'Copy', size = 's' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    await copyText(typeof value === 'string' ? value : value());
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
