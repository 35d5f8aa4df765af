import { PartNotLoaded } from '@quarterdeck/ui';
import { hasUnsaved } from '../lib/unsaved.ts';

/** A page that was renewed this long ago, and misses code again, is not helped by it. */
const AGAIN_MS = 60_000;
const RENEWED_KEY = 'pageRenewedAt';

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Loads the page anew when code of it is missing although the server is there: it was updated meanwhile, and has other files. */
export async function renewPage(error: unknown): Promise<void> {
  if (!(error instanceof PartNotLoaded) || hasUnsaved()) return;
  const lastMs = Number(sessionStorage.getItem(RENEWED_KEY) ?? 0);
  if (Date.now() - lastMs < AGAIN_MS || !(await isServerThere())) return;
  sessionStorage.setItem(RENEWED_KEY, String(Date.now()));
  location.reload();
}
