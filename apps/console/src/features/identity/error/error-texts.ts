/** Texts of the error page by code, to the letter. Source: spec 1 §2. */
export function errorText(code: string | undefined): string {
  return code === 'BAD_SESSION'
    ? 'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.'
    : 'Unknown error';
}

/** Whether the reason of a failed flow is gone or not for this browser: then there is nothing to show. Source: spec 1 §8. */
export function isGone(status: number): boolean {
  return status === 404 || status === 403 || status === 410;
}
