/** `npm run fuzz -- <area> [flags]`: runs one area's random tests for long. Areas: data-api (default), expressions. */
const AREAS: Readonly<Record<string, () => Promise<unknown>>> = {
  'data-api': () => import('../packages/data-api/fuzz/main.ts'),
  expressions: () => import('../packages/expressions/fuzz/main.ts'),
};

const given = process.argv[2];
const isNamed = given !== undefined && !given.startsWith('-');
const area = isNamed ? given : 'data-api';
// The area's own flags follow its name.
if (isNamed) process.argv.splice(2, 1);
const start = Object.hasOwn(AREAS, area) ? AREAS[area] : undefined;
if (start === undefined) {
  console.error(`unknown area ${area}; one of ${Object.keys(AREAS).join(', ')}`);
  process.exitCode = 1;
} else await start();
