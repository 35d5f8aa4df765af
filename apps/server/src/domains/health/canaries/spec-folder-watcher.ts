import { type FSWatcher, watch } from 'node:fs';
import { isUniqueViolation } from '@quarterdeck/database';
import type { Cancel, HealthClock, HealthDatabase, HealthLog } from '../environment.ts';
import { countFileCanaries, sourceOfFile, storeFileCanaries, withoutScheduledVersion } from './file-canary-store.ts';
import { recordSyncOutcomes } from './job-history.ts';
import { listSpecFiles, readSpecFile, type SpecFile } from './spec-files.ts';

/** Longest time between two looks at the folders when the system tells of no change. */
const LOOK_EVERY_MS = 1_000;
/** Looking takes at most this share of the time, so that huge folders are looked at less often. */
const LOOK_SHARE = 20;
const SETTLE_MS = 100;

export interface SpecFolderWatcherOptions {
  db: HealthDatabase;
  clock: HealthClock;
  log: HealthLog;
  folders: readonly string[];
  /** Told of canaries that were written. */
  onChange(canaryIds: readonly string[]): void;
}

/**
 * Keeps canaries equal to the YAML files under some folders. A file that cannot be used keeps the last good version of its canaries
 * running; the failure is logged and recorded with file and line. A canary with nothing wrong but its schedule is stored without one unless an
 * earlier version runs on a schedule, so that it can be run by hand. Source: health-checks §8.2.
 */
export class SpecFolderWatcher {
  private readonly options: SpecFolderWatcherOptions;
  private known = new Map<string, SpecFile>();
  private readonly watchers: FSWatcher[] = [];
  private hasStarted = false;
  private isStopped = false;
  private cancel: Cancel | undefined;
  private looking: Promise<void> | undefined;
  private lastFailure = '';

  constructor(options: SpecFolderWatcherOptions) {
    this.options = options;
  }

  /** Takes over what is in the folders, then follows them. */
  async start(): Promise<void> {
    await this.look();
    for (const folder of this.options.folders) this.watchFolder(folder);
    this.lookLater(LOOK_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancel?.();
    for (const watcher of this.watchers) watcher.close();
    await this.looking;
  }

  /** Takes over what changed since the last look. Never rejects. */
  look(): Promise<void> {
    this.looking ??= this.takeOverChanges()
      .catch((error: unknown) => this.reportFolderFailure(error))
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  private watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, { recursive: true }, () => this.lookLater(SETTLE_MS));
      watcher.on('error', () => watcher.close());
      this.watchers.push(watcher);
    } catch (error) {
      this.options.log.debug({ err: error, folder }, 'the system tells of no changes in a folder; looking regularly');
    }
  }

  private lookLater(ms: number): void {
    if (this.isStopped) return;
    this.cancel?.();
    this.cancel = this.options.clock.setTimeout(async () => {
      const startedMs = this.options.clock.monotonicMs();
      await this.look();
      const tookMs = this.options.clock.monotonicMs() - startedMs;
      this.lookLater(Math.max(LOOK_EVERY_MS, tookMs * LOOK_SHARE));
    }, ms);
  }

  private async takeOverChanges(): Promise<void> {
    const found = await listSpecFiles(this.options.folders);
    this.lastFailure = '';
    const gone = this.hasStarted ? [...this.known.keys()] : [...(await countFileCanaries(this.options.db)).keys()];
    const next = new Map<string, SpecFile>();
    for (const file of found.values()) {
      const isSame = this.known.get(file.path)?.signature === file.signature;
      if (isSame || (await this.takeOver(file))) next.set(file.path, file);
    }
    for (const path of gone) if (!found.has(path)) await this.remove(path);
    this.known = next;
    this.hasStarted = true;
  }

  /** @returns false when it is to be tried again at the next look */
  private async takeOver(file: SpecFile): Promise<boolean> {
    const { db, clock, log } = this.options;
    const content = await readSpecFile(file);
    if (content.errors.length > 0)
      log.warn({ file: file.path, errors: content.errors }, 'a canary file has errors; its last good version runs');
    try {
      const written = await db.transaction(async (tx) => {
        const unscheduled = await withoutScheduledVersion(tx, file.path, content.unscheduled);
        const canaries = [...content.canaries, ...unscheduled];
        const ids = await storeFileCanaries(tx, file.path, canaries, content.errors.length === 0);
        await recordSyncOutcomes(tx, [{ resourceId: sourceOfFile(file.path), errors: content.errors, at: clock.now() }]);
        return ids;
      });
      if (written.length > 0) this.options.onChange(written);
      return true;
    } catch (error) {
      // Another instance that watches the same folder was first; the next look finds its rows.
      if (isUniqueViolation(error)) return false;
      log.warn({ err: error, file: file.path }, 'a canary file could not be stored; trying again');
      return false;
    }
  }

  private async remove(path: string): Promise<void> {
    await this.options.db.transaction((tx) => storeFileCanaries(tx, path, [], true));
    this.options.log.info({ file: path }, 'a canary file is gone; its canaries are deleted');
  }

  private async reportFolderFailure(error: unknown): Promise<void> {
    const { db, clock, log, folders } = this.options;
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === this.lastFailure) return;
    this.lastFailure = reason;
    log.error({ err: error, folders }, 'the canary folders cannot be read; what is known keeps running');
    await recordSyncOutcomes(db, [{ resourceId: folders.join(', '), errors: [reason], at: clock.now() }]).catch(() => undefined);
  }
}
