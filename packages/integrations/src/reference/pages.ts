import { readFile } from 'node:fs/promises';
import type { CheckKind } from '../checks/model.ts';
import { CHECK_KINDS } from '../checks/registry.ts';
import { checkPage, checksIndexPage } from './check-pages.ts';
import { connectionsPage } from './connections-page.ts';

/** Every reference page that follows from the kinds: its path below docs/reference and its text. */
export async function kindPages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map([
    ['connections.md', connectionsPage()],
    ['checks/README.md', checksIndexPage()],
  ]);
  for (const kind of Object.values<CheckKind>(CHECK_KINDS)) {
    const example = await readFile(new URL(`../checks/${kind.key}/example.yaml`, import.meta.url), 'utf8');
    pages.set(`checks/${kind.key}.md`, checkPage(kind, example));
  }
  return pages;
}
