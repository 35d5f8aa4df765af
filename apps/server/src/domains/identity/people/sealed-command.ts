import { randomUUID } from 'node:crypto';
import { QuarterdeckError } from '@quarterdeck/contract';
import { z } from 'zod';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { type AccountCommand, AccountCommandSchema, type AccountResult, AccountResultSchema } from './account-command.ts';

/** Where the command line sends what it wants done while a server uses the data folder. */
export const LOCAL_COMMAND_PATH = '/api/identity/local_command';

/** Commands and answers go under the key of the server: whoever can read that file could read and change everything anyway. */
export const SealedSchema = z.object({ sealed: z.string().max(10_000) });

const PURPOSE = 'local account commands';
/** How old a command may be. */
const FRESH_MS = 60_000;

const EnvelopeSchema = z.object({ id: z.uuid(), at: z.number(), command: AccountCommandSchema });

export function sealCommand(secrets: SecretBox, command: AccountCommand, now: Date): z.infer<typeof SealedSchema> {
  return { sealed: secrets.forPurpose(PURPOSE).seal(JSON.stringify({ id: randomUUID(), at: now.getTime(), command })) };
}

export function sealResult(secrets: SecretBox, result: AccountResult): z.infer<typeof SealedSchema> {
  return { sealed: secrets.forPurpose(PURPOSE).seal(JSON.stringify(result)) };
}

/** @throws {QuarterdeckError} SECRET_UNREADABLE when it was sealed with another key */
export function openResult(secrets: SecretBox, body: unknown): AccountResult {
  return AccountResultSchema.parse(JSON.parse(secrets.forPurpose(PURPOSE).open(SealedSchema.parse(body).sealed)));
}

/** Opens commands, each one once. */
export function createCommandOpener(secrets: SecretBox): (body: unknown, now: Date) => AccountCommand {
  const box = secrets.forPurpose(PURPOSE);
  const seen = new Map<string, number>();
  return (body, now) => {
    const envelope = readEnvelope(box, SealedSchema.parse(body).sealed);
    const at = now.getTime();
    for (const [id, until] of seen) if (until < at) seen.delete(id);
    if (Math.abs(at - envelope.at) > FRESH_MS || seen.has(envelope.id)) throw notSealed();
    seen.set(envelope.id, envelope.at + FRESH_MS);
    return envelope.command;
  };
}

function readEnvelope(box: SecretBox, sealed: string): z.infer<typeof EnvelopeSchema> {
  try {
    const text = box.open(sealed);
    // Text that was never sealed opens as it is.
    if (text === sealed) throw notSealed();
    return EnvelopeSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof QuarterdeckError && error.code === 'SECRET_UNREADABLE') throw notSealed();
    throw error;
  }
}

function notSealed(): QuarterdeckError {
  return new QuarterdeckError('FORBIDDEN', 'the command was not sealed with the key of this server', {
    hint: 'Give the command line the QUARTERDECK_SECRET_KEY of the server, and run it on the same machine.',
  });
}
