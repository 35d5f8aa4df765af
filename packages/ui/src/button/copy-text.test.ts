import { afterEach, expect, it, vi } from 'vitest';
import { readToasts, toast } from '../toast/toast.ts';
import { copyText } from './copy-text.ts';

afterEach(() => {
  for (const { id } of readToasts()) toast.dismiss(id);
  vi.unstubAllGlobals();
});

const said = () => readToasts().map(({ kind, title }) => [kind, title]);

it('a copied text is in the clipboard, and a toast says so', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });

  expect(await copyText('kubectl')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('kubectl');
  expect(said()).toEqual([['success', 'Copied to clipboard']]);
});

it('a refused clipboard is told', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });

  expect(await copyText('kubectl')).toBe(false);
  expect(said()).toEqual([['error', 'Failed to copy to clipboard']]);
});

it('a browser without a clipboard is told, when a text area does not help either', async () => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', {
    activeElement: null,
    body: { append: () => undefined },
    createElement: () => ({ style: {}, select: () => undefined, remove: () => undefined }),
    execCommand: () => false,
  });

  expect(await copyText('kubectl')).toBe(false);
  expect(said()).toEqual([['error', 'Clipboard not available']]);
});
