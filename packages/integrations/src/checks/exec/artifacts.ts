import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { findFiles } from '../../files/find-files.ts';
import type { Artifact } from '../artifact.ts';

/** Bytes kept of one artifact, and of all of one run. */
const ARTIFACT_BYTES = 8 * 1024 * 1024;
const ALL_ARTIFACTS_BYTES = 32 * 1024 * 1024;
const MOST_ARTIFACTS = 100;

async function readFile(path: string, sizeBytes: number, limitBytes: number): Promise<Artifact> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(sizeBytes, limitBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return { name: basename(path), path, sizeBytes, content: buffer.subarray(0, bytesRead), isTruncated: bytesRead < sizeBytes };
  } finally {
    await file.close();
  }
}

function fromStream(path: string, output: { text: string; isTruncated: boolean }): Artifact {
  const content = Buffer.from(output.text);
  return { name: basename(path), path, sizeBytes: content.length, content, isTruncated: output.isTruncated };
}

/** Regular files that a path or a glob names, in a fixed order. */
async function matchingFiles(pattern: string, signal: AbortSignal): Promise<{ path: string; sizeBytes: number }[]> {
  const { root, found } = await findFiles(pattern, signal);
  const candidates = root === undefined || root.stats.isDirectory() ? (pattern === root?.path ? [] : found) : [root];
  return candidates
    .filter((entry) => entry.stats.isFile())
    .map((entry) => ({ path: entry.path, sizeBytes: entry.stats.size }))
    .sort((a, b) => a.path.localeCompare(b.path));
}

/** What a script left behind, besides its files. */
export interface ScriptOutput {
  stdout: string;
  stderr: string;
  isTruncated: boolean;
  /** Folder of relative paths. */
  cwd: string;
}

/**
 * Reads the files that the paths and globs name, each file once, and the output streams `/dev/stdout` and `/dev/stderr`. `problems` tells what
 * could not be collected. Rejects only when the signal aborts. Source: health-checks §2.6.
 */
export async function collectArtifacts(
  paths: readonly string[],
  output: ScriptOutput,
  signal: AbortSignal,
): Promise<{ artifacts: Artifact[]; problems: string[] }> {
  const artifacts = new Map<string, Artifact>();
  const problems: string[] = [];
  let keptBytes = 0;
  const keep = (artifact: Artifact) => {
    artifacts.set(artifact.path, artifact);
    keptBytes += artifact.content.length;
  };
  for (const path of paths) {
    if (path === '/dev/stdout' || path === '/dev/stderr') {
      const text = path === '/dev/stdout' ? output.stdout : output.stderr;
      keep(fromStream(path, { text, isTruncated: output.isTruncated }));
      continue;
    }
    try {
      const files = await matchingFiles(resolve(output.cwd, path), signal);
      if (files.length === 0) problems.push(`${path}: no such file`);
      for (const file of files) {
        if (artifacts.has(file.path)) continue;
        if (artifacts.size >= MOST_ARTIFACTS)
          return { artifacts: [...artifacts.values()], problems: [...problems, 'too many files'] };
        keep(await readFile(file.path, file.sizeBytes, Math.min(ARTIFACT_BYTES, ALL_ARTIFACTS_BYTES - keptBytes)));
      }
    } catch (error) {
      signal.throwIfAborted();
      problems.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { artifacts: [...artifacts.values()], problems };
}
