import { PartNotLoaded } from '@quarterdeck/ui';
import { hasUnsaved } from './unsaved.ts';

/** A page that was renewed this long ago, and misses code again, is not helped by it. */
const AGAIN_MS = 60_000;
/** How often a server that is away is looked for. */
const LOOK_AGAIN_MS = 5_000;
const RENEWED_KEY = 'pageRenewedAt';

let isLooking = false;

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Renews the page, or looks for the server again later. */
async function renewOnceThere(): Promise<void> {
  if (!(await isServerThere())) {
    setTimeout(() => void renewOnceThere(), LOOK_AGAIN_MS);
    return;
  }
  isLooking = false;
  const lastMs = Number(sessionStorage.getItem(RENEWED_KEY) ?? 0);
  if (hasUnsaved() || Date.now() - lastMs < AGAIN_MS) return;
  sessionStorage.setItem(RENEWED_KEY, String(Date.now()));
  location.reload();
}

/**
 * Loads the page anew when code of it is missing: at once where the server is there, since it was updated and has other files, else as
 * soon as it is back. What was typed and not saved keeps the page.
 */
export async function renewPage(error: unknown): Promise<void> {
  if (!(error instanceof PartNotLoaded) || isLooking) return;
  isLooking = true;
  await renewOnceThere();
}
