import { ClientError } from '@quarterdeck/client';

export interface ErrorView {
  title: string;
  message: string;
  errorId?: string;
}

/** What an error view says about a failure: its title, the cause and the id to look for in the server's log. */
export function errorView(title: string, error: unknown): ErrorView {
  const message = error instanceof Error && error.message !== '' ? error.message : 'An error occurred';
  return error instanceof ClientError && error.id !== undefined ? { title, message, errorId: error.id } : { title, message };
}
