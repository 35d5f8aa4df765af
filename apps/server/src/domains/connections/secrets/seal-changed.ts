import type { Database } from '@quarterdeck/database';
import type { Logger } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { sealStoredConnections } from './seal-stored.ts';

/** Seals connections soon after they changed: a write that does not tell the type leaves in the clear what is secret in that type alone. */
export class ChangedConnections {
  private readonly options: { db: Pick<Database, 'query'>; secrets: SecretBox; log: Pick<Logger, 'warn'> };
  private readonly changed = new Set<string>();
  private sealing: Promise<void> | undefined;

  constructor(options: { db: Pick<Database, 'query'>; secrets: SecretBox; log: Pick<Logger, 'warn'> }) {
    this.options = options;
  }

  add(ids: readonly string[]): void {
    for (const id of ids) this.changed.add(id);
    if (this.changed.size === 0) return;
    this.sealing ??= this.seal().finally(() => {
      this.sealing = undefined;
    });
  }

  /** Resolves when everything that was added is sealed. */
  async settled(): Promise<void> {
    await this.sealing;
  }

  private async seal(): Promise<void> {
    const { db, secrets, log } = this.options;
    while (this.changed.size > 0) {
      const ids = [...this.changed];
      this.changed.clear();
      try {
        await sealStoredConnections(db, secrets, ids);
      } catch (error) {
        log.warn({ err: error }, 'connections that changed could not be sealed now; the job does it');
      }
    }
  }
}
