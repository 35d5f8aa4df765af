import { openBrowser } from './browser.ts';
import { buildConsole } from './build.ts';
import type { Journey, World } from './journey.ts';
import { accessJourneys } from './journeys/access/index.ts';
import { accessibilityJourneys } from './journeys/accessibility.ts';
import { canaryJourneys } from './journeys/canaries.ts';
import { checkJourneys } from './journeys/check-detail.ts';
import { connectionAccessibilityJourneys, connectionJourneys } from './journeys/connections.ts';
import { dashboardJourneys } from './journeys/dashboard.ts';
import { identityJourneys } from './journeys/identity/index.ts';
import { keyboardJourneys } from './journeys/keyboard.ts';
import { liveJourneys } from './journeys/live.ts';
import { phoneJourneys } from './journeys/phone.ts';
import { resilienceJourneys } from './journeys/resilience.ts';
import { startServer, type TestServer } from './server.ts';
import { type SignedInServer, startSignedInServer } from './signed-in-server.ts';
import { startTarget } from './target.ts';

const JOURNEYS: readonly Journey[] = [
  ...dashboardJourneys,
  ...checkJourneys,
  ...liveJourneys,
  ...canaryJourneys,
  ...connectionJourneys,
  ...keyboardJourneys,
  ...phoneJourneys,
  ...resilienceJourneys,
  ...accessibilityJourneys,
  ...connectionAccessibilityJourneys,
  ...identityJourneys,
  ...accessJourneys,
];

/** Runs the journeys whose title holds the given text, all without one; answers how many failed. */
async function main(wanted: string): Promise<number> {
  const journeys = JOURNEYS.filter(({ title }) => title.toLowerCase().includes(wanted.toLowerCase()));
  const server = await openServer();
  const target = await startTarget();
  const browser = await openBrowser();
  let withSignIn: Promise<SignedInServer> | undefined;
  const signedIn = () => {
    withSignIn ??= startSignedInServer();
    return withSignIn;
  };
  let failed = 0;
  try {
    for (const journey of journeys) failed += (await passes(journey, { browser, url: server.url, signedIn, target })) ? 0 : 1;
  } finally {
    await browser.close();
    await target.stop();
    await withSignIn?.then(
      (started) => started.stop(),
      () => undefined,
    );
    await server.stop();
  }
  console.log(`${journeys.length - failed} passed, ${failed} failed`);
  return failed;
}

/** A server of its own with the built console, or the one that `E2E_URL` names. */
async function openServer(): Promise<TestServer> {
  const url = process.env.E2E_URL;
  if (url !== undefined) return { url, output: () => '', dataDir: '', stop: async () => undefined };
  await buildConsole();
  return startServer();
}

async function passes(journey: Journey, world: World): Promise<boolean> {
  const startedMs = performance.now();
  try {
    await journey.run(world);
    console.log(`ok   ${journey.title} (${Math.round(performance.now() - startedMs)} ms)`);
    return true;
  } catch (error) {
    console.log(
      `FAIL ${journey.title}\n     ${error instanceof Error ? error.message.replaceAll('\n', '\n     ') : String(error)}`,
    );
    return false;
  }
}

process.exitCode = (await main(process.argv[2] ?? '')) === 0 ? 0 : 1;
