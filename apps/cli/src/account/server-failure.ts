import { ClientError } from '@quarterdeck/client';
import { QuarterdeckError } from '@quarterdeck/contract';

/** What a failed call to a server means for who typed the command; every other failure as it is. */
export function serverFailure(error: unknown, server: string): unknown {
  if (!(error instanceof ClientError)) return error;
  switch (error.status) {
    case 0:
      return new QuarterdeckError('SERVER_UNREACHABLE', `${server} does not answer`, {
        hint: 'Is the address right, and is the server running?',
        cause: error,
      });
    case 400:
    case 401:
      return new QuarterdeckError('UNAUTHORIZED', `${server} does not know the access token (any more)`, {
        hint: `Sign in again: quarterdeck login ${server}`,
        cause: error,
      });
    case 404:
      return new QuarterdeckError('NOT_FOUND', `${server} is no Quarterdeck server, or one of another version`, { cause: error });
    case 429:
      return new QuarterdeckError('TOO_MANY_REQUESTS', `${server} asks to wait`, {
        hint: 'Try again in a few minutes.',
        cause: error,
      });
    default:
      return new QuarterdeckError('INTERNAL', `${server} answered with status ${error.status}: ${error.message}`, {
        cause: error,
      });
  }
}

/** Runs calls to a server. @throws {QuarterdeckError} what serverFailure makes of a ClientError */
export async function calling<T>(server: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw serverFailure(error, server);
  }
}
