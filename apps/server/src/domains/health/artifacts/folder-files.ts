import { mkdir, open, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type ArtifactFiles, MOST_ARTIFACT_BYTES } from './artifact-files.ts';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Contents in a folder, which is made when the first one comes. Files are for this user alone. */
export class FolderFiles implements ArtifactFiles {
  private readonly root: string;

  constructor(root: string) {
    this.root = resolve(root);
  }

  async put(path: string, { bytes }: { bytes: Buffer }, signal: AbortSignal): Promise<void> {
    const file = this.inside(path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    signal.throwIfAborted();
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(bytes, { signal });
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  }

  async get(path: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const file = this.inside(path);
    try {
      if ((await stat(file)).size > MOST_ARTIFACT_BYTES) throw new Error(`${path} is larger than ${MOST_ARTIFACT_BYTES} bytes`);
      return await readFile(file, { signal });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Folders that are empty then go as well. */
  async remove(path: string): Promise<void> {
    const file = this.inside(path);
    await rm(file, { force: true }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    for (let folder = dirname(file); folder !== this.root; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        // Another artifact is in it.
        return;
      }
    }
  }

  /** Stored paths were made here, but the database may have been written by somebody else. */
  private inside(path: string): string {
    const file = join(this.root, path);
    const way = relative(this.root, file);
    if (way === '' || way === '..' || way.startsWith(`..${sep}`) || path.includes('\0'))
      throw new Error('the path of the artifact leads out of its folder');
    return file;
  }
}
