import { client } from '../../../lib/client.ts';
import { live } from '../../../lib/live.ts';
import { StripStore } from './strip-store.ts';

/** The strips of this tab. They follow the live stream from the moment the dashboard is loaded. */
export const strips = new StripStore({
  fetch: (ids) => client.health.strips(ids),
  serverNow: () => Date.now() + live.serverOffsetMs(),
  setTimeout: (work, delayMs) => setTimeout(work, delayMs),
});

live.onResults(strips.addResults);
live.onResync(strips.invalidate);
