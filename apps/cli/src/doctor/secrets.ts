import { type Config, examineKey } from '@quarterdeck/server';
import type { Finding } from './finding.ts';

/** Whether the stored secrets can be read with the key of this start. */
export async function examineSecrets({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Finding> {
  const subject = 'Secrets';
  const found = await examineKey(secretKey, dataDir);
  switch (found.state) {
    case 'bad':
      return { subject, ...found };
    case 'unknown':
      return { subject, state: 'good', message: 'none yet' };
    case 'good':
      return { subject, state: 'good', message: 'sealed with the key of this start' };
  }
}
