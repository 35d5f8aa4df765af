let isLeaving = false;

/** Whether this page is being left: what would lead elsewhere now, such as an answer that the session ended, comes too late. */
export function isPageLeft(): boolean {
  return isLeaving;
}

/** From now on this page is being left. */
export function beginLeaving(): void {
  isLeaving = true;
}

/** The page stays after all, or was shown again. */
export function endLeaving(): void {
  isLeaving = false;
}

/** Does what leads away from this page, such as ending the session; the page stays when that fails. */
export async function leavePage(work: () => Promise<void>): Promise<void> {
  beginLeaving();
  try {
    await work();
  } catch (error) {
    endLeaving();
    throw error;
  }
}
