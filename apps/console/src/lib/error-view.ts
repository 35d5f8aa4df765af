import { ClientError } from '@quarterdeck/client';

export interface ErrorView {
  title: string;
  message: string;
  errorId?: string;
}

/** Why something failed and what to do about it, as sentences. */
export function failureText(error: Error): string {
  const cause = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`;
  const hint = error instanceof ClientError ? error.hint : undefined;
  return hint === undefined ? cause : `${cause.replace(/\.?$/, '.')} ${hint}`;
}

/** What an error view says about a failure: its title, the cause and the id to look for in the server's log. */
export function errorView(title: string, error: unknown): ErrorView {
  const message = error instanceof Error && error.message !== '' ? error.message : 'An error occurred';
  return error instanceof ClientError && error.id !== undefined ? { title, message, errorId: error.id } : { title, message };
}
