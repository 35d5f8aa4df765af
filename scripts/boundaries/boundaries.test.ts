import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCycles, listImports, listSources, packageOf, reachableImports, type SourceImport } from './imports.ts';

const ROOT = join(import.meta.dirname, '../..');
const WORKSPACES = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => existsSync(join(ROOT, path, 'package.json'))),
);
const IMPORTS = listImports(
  ROOT,
  WORKSPACES.flatMap((workspace) => listSources(ROOT, workspace)),
);

/** Which of our packages each workspace may import. Source: architecture §4, one direction only. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/expressions': ['contract'],
  'packages/database': ['contract'],
  'packages/data-api': ['contract'],
  'packages/integrations': ['contract', 'expressions'],
  'packages/client': ['contract'],
  'packages/ui': [],
  'packages/testing': ['contract', 'database', 'expressions', 'integrations'],
  'apps/server': ['contract', 'database', 'data-api', 'expressions', 'integrations', 'testing'],
  'apps/cli': ['contract', 'client', 'database', 'data-api', 'expressions', 'integrations', 'server', 'testing'],
  'apps/console': ['contract', 'client', 'integrations', 'ui'],
};

function ownerOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('packages/testing/') || file.includes('/testing/');
}

function offending(test: (found: SourceImport) => boolean): string[] {
  return IMPORTS.filter(test).map(({ file, specifier }) => `${file} imports ${specifier}`);
}

describe('dependency direction', () => {
  it('lets packages import only what lies below them', () => {
    const wrong = offending(({ file, specifier }) => {
      const name = packageOf(specifier)?.match(/^@quarterdeck\/(.+)$/)?.[1];
      if (name === undefined) return false;
      const owner = ownerOf(file);
      if (name === 'testing' && isTest(file)) return false;
      return owner !== `packages/${name}` && owner !== `apps/${name}` && !ALLOWED[owner]?.includes(name);
    });

    expect(wrong).toEqual([]);
  });

  it('keeps test material out of the product', () => {
    const wrong = offending(({ file, specifier }) => packageOf(specifier) === '@quarterdeck/testing' && !isTest(file));

    expect(wrong).toEqual([]);
  });

  it('keeps the folders of test material out of the product', () => {
    const harness = /\/(fuzz|console-calls)\//;
    const wrong = offending(({ file, target }) => target?.includes('/testing/') === true && !isTest(file) && !harness.test(file));

    expect(wrong).toEqual([]);
  });

  it('crosses from one workspace to another by package name only', () => {
    const wrong = offending(
      ({ file, target }) => target !== undefined && /^(apps|packages)\//.test(target) && ownerOf(target) !== ownerOf(file),
    );

    expect(wrong).toEqual([]);
  });

  it('gives the browser nothing of Node', () => {
    const wrong = offending(
      ({ file, specifier }) =>
        /^(apps\/console\/src|packages\/(ui|client|contract))\//.test(file) &&
        !isTest(file) &&
        (specifier.startsWith('node:') || specifier === '@quarterdeck/integrations/run'),
    );

    expect(wrong).toEqual([]);
  });

  it('gives the browser nothing of Node through the entry that describes the check kinds', () => {
    const wrong = reachableImports(IMPORTS, 'packages/integrations/src/spec.ts')
      .filter(
        ({ specifier }) =>
          !specifier.startsWith('.') && !/^(zod|yaml|croner|@quarterdeck\/([a-z-]+|contract\/[a-z]+))$/.test(specifier),
      )
      .map(({ file, specifier }) => `${file} imports ${specifier}`);

    expect(wrong).toEqual([]);
  });

  it('lets no console feature import another', () => {
    const featureOf = (path: string) => path.match(/^apps\/console\/src\/features\/([^/]+)\//)?.[1];
    const wrong = offending(({ file, target }) => {
      const from = featureOf(file);
      const to = target === undefined ? undefined : featureOf(target);
      return from !== undefined && to !== undefined && to !== from && !to.startsWith('_');
    });

    expect(wrong).toEqual([]);
  });

  it('lets a server domain reach another only through its entry file', () => {
    const domainOf = (path: string) => path.match(/^apps\/server\/src\/domains\/([^/]+)\//)?.[1];
    const wrong = offending(({ file, target }) => {
      const from = domainOf(file);
      const to = target === undefined ? undefined : domainOf(target);
      return from !== undefined && to !== undefined && to !== from && !target?.endsWith(`/domains/${to}/index.ts`);
    });

    expect(wrong).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(findCycles(IMPORTS).map((cycle) => cycle.join(' → '))).toEqual([]);
  });

  it('declares every package a workspace imports', () => {
    const declared = new Map(
      WORKSPACES.map((workspace) => {
        const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(
          readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'),
        );
        return [
          workspace,
          new Set([...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})]),
        ];
      }),
    );
    const shared = new Set(['vitest', 'vite']);
    const wrong = offending(({ file, specifier }) => {
      const name = packageOf(specifier);
      const owner = ownerOf(file);
      if (name === undefined || shared.has(name)) return false;
      return name !== `@quarterdeck/${owner.split('/')[1]}` && !declared.get(owner)?.has(name);
    });

    expect(wrong).toEqual([]);
  });

  it('never re-exports by wildcard', () => {
    const files = WORKSPACES.flatMap((workspace) => listSources(ROOT, workspace));
    const wrong = files.filter((file) => /^export \* from/m.test(readFileSync(join(ROOT, file), 'utf8')));

    expect(wrong).toEqual([]);
  });
});
