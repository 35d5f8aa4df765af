import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize, relative } from 'node:path';

/** One import of one source file, both as paths from the root of the repository. */
export interface SourceImport {
  readonly file: string;
  readonly specifier: string;
  /** The file a relative import means; undefined for packages. */
  readonly target: string | undefined;
  /** Only types are imported, so nothing is loaded. */
  readonly isType: boolean;
}

const SOURCE = /\.(ts|tsx|mts)$/;
const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*'([^']+)'|(?:^|\n)\s*import\s*'([^']+)'|import\(\s*'([^']+)'\s*\)/g;
const SKIPPED = new Set(['node_modules', 'dist', 'generated']);

export function listSources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listSources(root, path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

export function listImports(root: string, files: readonly string[]): SourceImport[] {
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(IMPORT)].map((match) => {
      const specifier = match[1] ?? match[2] ?? match[3] ?? '';
      const target = specifier.startsWith('.') ? relative('.', normalize(join(dirname(file), specifier))) : undefined;
      return { file, specifier, target, isType: /^\s*(?:import|export)\s+type\s/.test(match[0]) };
    });
  });
}

/** The npm package that a bare specifier names; undefined for Node's own modules. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:') || builtinModules.includes(specifier)) return undefined;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

/** The imports that loading a file brings along, through relative imports within its workspace. */
export function reachableImports(imports: readonly SourceImport[], entry: string): SourceImport[] {
  const loaded = imports.filter(({ isType }) => !isType);
  const seen = new Set([entry]);
  const reached: SourceImport[] = [];
  for (const file of seen) {
    for (const found of loaded.filter((candidate) => candidate.file === file)) {
      reached.push(found);
      if (found.target !== undefined) seen.add(found.target);
    }
  }
  return reached;
}

/** Cycles among files by relative imports, each as the files along it. */
export function findCycles(imports: readonly SourceImport[]): string[][] {
  const edges = new Map<string, string[]>();
  for (const { file, target } of imports) {
    if (target !== undefined) edges.set(file, [...(edges.get(file) ?? []), target]);
  }
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) {
      cycles.push([...trail.slice(start), file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return cycles;
}
