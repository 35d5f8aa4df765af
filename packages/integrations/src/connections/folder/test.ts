import { stat } from 'node:fs/promises';
import { InvalidCheckError, ProbeFailedError } from '../../checks/probe.ts';
import type { ConnectionTest } from '../connection-test.ts';

export const test: ConnectionTest = async ({ properties }) => {
  const path = properties.path ?? '';
  if (path === '') throw new InvalidCheckError('the path is missing');
  try {
    const found = await stat(path);
    if (!found.isDirectory()) throw new ProbeFailedError(`${path} is not a folder`);
    return {};
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new ProbeFailedError(`${path} does not exist on the server`);
    throw error;
  }
};
