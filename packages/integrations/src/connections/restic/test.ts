import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openRepository, runRestic } from '../../checks/restic/repository.ts';
import type { ConnectionTest } from '../connection-test.ts';

/** Opens the repository with its password; it may be empty. */
export const test: ConnectionTest = async ({ reference }, context) => {
  const folder = await mkdtemp(join(context.tempDir, 'restic-'));
  try {
    const repository = await openRepository({ name: 'test', connection: reference }, folder, context);
    await runRestic(repository, ['cat', 'config'], context, 'dropped');
    return {};
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
