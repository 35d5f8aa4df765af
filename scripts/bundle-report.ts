/**
 * Prints what the browser loads for the first route of the built console, compressed, against the budget, and fails when
 * the hard limit is passed. Run after the build, from anywhere.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Screens whose code the first route needs. */
const FIRST_ROUTE = ['index.html', 'src/features/health/dashboard/HealthPage.tsx'];

/** Compressed sizes in kB: what is aimed at, and what fails the build. Source: interface, budgets. */
export const BUDGET_KB = { js: { aim: 160, limit: 220 }, css: { aim: 25, limit: 30 } } as const;

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
  isDynamicEntry?: boolean;
}
export type Manifest = Readonly<Record<string, ManifestEntry>>;

/** Files of some entries and of everything they import at once. */
export function filesOf(manifest: Manifest, entries: readonly string[]): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>();
  const css = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const entry = manifest[key];
    if (entry === undefined) throw new Error(`The build has no entry ${key}`);
    if (seen.has(key)) return;
    seen.add(key);
    if (entry.file.endsWith('.js')) js.add(entry.file);
    for (const file of entry.css ?? []) css.add(file);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return { js, css };
}

interface Size {
  gzip: number;
  brotli: number;
}

function sizeOf(folder: string, files: Iterable<string>): Size {
  let gzip = 0;
  let brotli = 0;
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    gzip += gzipSync(bytes, { level: 9 }).length;
    brotli += brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  }
  return { gzip, brotli };
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** One line of the report; the gzip size is the one that counts, since every browser and proxy does at least that. */
function reportLine(name: 'js' | 'css', size: Size): { text: string; isOver: boolean } {
  const { aim, limit } = BUDGET_KB[name];
  const used = size.gzip / 1000;
  const verdict = used > limit ? 'over the limit' : used > aim ? 'over the aim' : 'ok';
  const text = `${name.padEnd(4)} ${kb(size.gzip).padStart(9)} gzip ${kb(size.brotli).padStart(9)} brotli   aim ${aim} kB, limit ${limit} kB   ${verdict}`;
  return { text, isOver: used > limit };
}

function report(folder: string): boolean {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const first = filesOf(manifest, FIRST_ROUTE);
  const lines = [reportLine('js', sizeOf(folder, first.js)), reportLine('css', sizeOf(folder, first.css))];
  console.log('First route');
  for (const { text } of lines) console.log(`  ${text}`);
  console.log('Loaded where used');
  for (const [key, entry] of Object.entries(manifest)) {
    if (entry.isDynamicEntry !== true || FIRST_ROUTE.includes(key)) continue;
    const more = [...filesOf(manifest, [key]).js].filter((file) => !first.js.has(file));
    console.log(`  ${kb(sizeOf(folder, more).gzip).padStart(9)} gzip   ${key}`);
  }
  return lines.every(({ isOver }) => !isOver);
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dirname, '../apps/console/dist');
  if (!report(folder)) {
    console.error('The first route is larger than its limit.');
    process.exitCode = 1;
  }
}
