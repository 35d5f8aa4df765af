import { toast } from '../toast/toast.ts';

/** Copies by a selected text area, which also works on plain HTTP. @returns whether the browser did it */
function copyByArea(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // A modal dialog takes the focus from everything outside it.
  (document.activeElement?.closest('dialog, [role="dialog"], [role="alertdialog"]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

/** Copies a text and says how it went. Source: spec 1 §8. @returns whether it is in the clipboard */
export async function copyText(text: string): Promise<boolean> {
  try {
    if ('clipboard' in navigator) await navigator.clipboard.writeText(text);
    else if (!copyByArea(text)) {
      toast.error('Clipboard not available');
      return false;
    }
  } catch {
    toast.error('Failed to copy to clipboard');
    return false;
  }
  toast.success('Copied to clipboard');
  return true;
}
