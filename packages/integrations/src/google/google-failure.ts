import { z } from 'zod';

const failureSchema = z.object({ error: z.object({ message: z.string() }) });

/** Status and message of an answer in which an interface of Google refuses something. */
export async function describeGoogleFailure(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return `${response.status}: ${failureSchema.parse(JSON.parse(text)).error.message}`;
  } catch {
    return `the server answered ${response.status}: ${text.trim().slice(0, 200)}`;
  }
}
