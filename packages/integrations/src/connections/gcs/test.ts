import { InvalidCheckError } from '../../checks/probe.ts';
import { expectGoogleOk } from '../call-google.ts';
import type { ConnectionTest } from '../connection-test.ts';

const READ_OBJECTS = 'https://www.googleapis.com/auth/devstorage.read_only';

/** Reads what is known of the bucket. */
export const test: ConnectionTest = async ({ reference, properties }, context) => {
  const { bucket = '' } = properties;
  if (bucket === '') throw new InvalidCheckError('the bucket is missing');
  const path = `/storage/v1/b/${encodeURIComponent(bucket)}`;
  await expectGoogleOk(reference, { base: 'https://storage.googleapis.com', path, scope: READ_OBJECTS }, context);
  return {};
};
