/** Characters of one field after which the rest of the field is dropped. */
const LONGEST_FIELD = 10_000;
/** Messages of failed samples that are kept. */
const MOST_MESSAGES = 5;

/** What the samples of a log came to. */
export interface SampleSummary {
  samples: number;
  failed: number;
  /** Milliseconds of all samples together. */
  elapsedMs: number;
  /** Of the first failed samples. */
  messages: readonly string[];
}

/** Reads CSV piece by piece; a field in quotes may hold commas, line ends and doubled quotes. */
class CsvReader {
  private record: string[] = [];
  private field = '';
  private state: 'plain' | 'quoted' | 'closing' = 'plain';

  /** The records that end in this piece of text. */
  *push(text: string): Generator<string[]> {
    for (const letter of text) {
      if (letter === '"' && (this.state !== 'plain' || this.field === '')) this.quote();
      else if (this.state === 'quoted') this.append(letter);
      else {
        this.state = 'plain';
        if (letter === ',') this.endField();
        else if (letter === '\n') yield this.endRecord();
        else if (letter !== '\r') this.append(letter);
      }
    }
  }

  /** The last record when no line end stands after it. */
  end(): string[] | undefined {
    return this.field === '' && this.record.length === 0 ? undefined : this.endRecord();
  }

  private quote(): void {
    if (this.state === 'closing') this.append('"');
    this.state = this.state === 'quoted' ? 'closing' : 'quoted';
  }

  private append(letter: string): void {
    if (this.field.length < LONGEST_FIELD) this.field += letter;
  }

  private endField(): void {
    this.record.push(this.field);
    this.field = '';
  }

  private endRecord(): string[] {
    this.endField();
    const { record } = this;
    this.record = [];
    return record;
  }
}

class Summary {
  private columns: ReadonlyMap<string, number> | undefined;
  private samples = 0;
  private failed = 0;
  private elapsedMs = 0;
  private readonly messages: string[] = [];

  take(record: readonly string[]): void {
    if (this.columns === undefined) {
      this.columns = new Map(record.map((name, index) => [name.trim(), index]));
      return;
    }
    const value = (name: string) => record[this.columns?.get(name) ?? -1] ?? '';
    this.samples += 1;
    this.elapsedMs += Number(value('elapsed')) || 0;
    if (value('success').toLowerCase() === 'true') return;
    this.failed += 1;
    if (this.messages.length >= MOST_MESSAGES) return;
    const reason = value('failureMessage') || value('responseMessage') || value('responseCode');
    this.messages.push([value('label'), reason].filter((part) => part !== '').join(': '));
  }

  get result(): SampleSummary {
    const { samples, failed, elapsedMs, messages } = this;
    return { samples, failed, elapsedMs, messages };
  }
}

/** Sums up the log that JMeter writes as CSV with the names of the columns in its first line. */
export async function summarise(chunks: AsyncIterable<string>): Promise<SampleSummary> {
  const reader = new CsvReader();
  const summary = new Summary();
  for await (const chunk of chunks) for (const record of reader.push(chunk)) summary.take(record);
  const last = reader.end();
  if (last !== undefined) summary.take(last);
  return summary.result;
}
