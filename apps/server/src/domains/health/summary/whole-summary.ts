import type { HealthClock, Queries } from '../environment.ts';
import { readDefinitionTexts, readStateTexts, type StateTexts, type SummaryRows } from './summary-store.ts';

/** Definitions are read again at the latest after this time, whatever the event log told. */
const MAX_DEFINITION_AGE_MS = 60_000;

function join(definitions: ReadonlyMap<string, string>, { states }: StateTexts): { json: string; hasUnknown: boolean } {
  const rows: string[] = [];
  for (const [id, definition] of definitions) {
    const state = states.get(id);
    if (state !== undefined) rows.push(definition + state);
  }
  return { json: rows.join(','), hasUnknown: rows.length < states.size };
}

/**
 * All rows of the dashboard. What only changes with a definition is kept between two readings, so that a reading costs little more than the
 * states.
 */
export class WholeSummary {
  private readonly db: Queries;
  private readonly clock: HealthClock;
  private definitions: { texts: Map<string, string>; readAtMs: number } | undefined;

  constructor(db: Queries, clock: HealthClock) {
    this.db = db;
    this.clock = clock;
  }

  /** Definitions came, changed or went. */
  invalidate(): void {
    this.definitions = undefined;
  }

  async read(): Promise<SummaryRows> {
    const known = this.definitions;
    const isFresh = known !== undefined && this.clock.monotonicMs() - known.readAtMs < MAX_DEFINITION_AGE_MS;
    const texts = isFresh ? known.texts : await this.readDefinitions();
    const states = await readStateTexts(this.db);
    const joined = join(texts, states);
    const { json } = joined.hasUnknown ? join(await this.readDefinitions(), states) : joined;
    return { json, asOf: states.asOf, cursor: states.cursor };
  }

  private async readDefinitions(): Promise<Map<string, string>> {
    const readAtMs = this.clock.monotonicMs();
    const texts = await readDefinitionTexts(this.db);
    this.definitions = { texts, readAtMs };
    return texts;
  }
}
