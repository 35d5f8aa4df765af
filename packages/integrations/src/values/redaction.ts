const MASK = '***';
/** Shorter texts would also hit unrelated parts of a message. */
const SHORTEST_SECRET = 3;

/** Removes known secrets from texts and JSON values. */
export class Redactor {
  private readonly secrets = new Set<string>();
  /** Longest first; undefined after an addition. */
  private sorted: readonly string[] | undefined;

  add(secret: string): void {
    if (secret.length < SHORTEST_SECRET) return;
    this.sorted = undefined;
    this.secrets.add(secret);
    for (const line of secret.includes('\n') ? secret.split('\n') : [])
      if (line.trim().length >= 8) this.secrets.add(line.trim());
    const encoded = encodeURIComponent(secret);
    if (encoded !== secret) this.secrets.add(encoded);
  }

  get isEmpty(): boolean {
    return this.secrets.size === 0;
  }

  text(text: string): string {
    if (this.isEmpty || text === '') return text;
    let clean = text;
    for (const secret of this.longestFirst())
      if (secret.length <= clean.length && clean.includes(secret)) clean = clean.replaceAll(secret, MASK);
    return clean;
  }

  /** Bytes with every secret in UTF-8 redacted, whatever else they are. */
  bytes(content: Buffer): Buffer {
    if (this.isEmpty || content.length === 0) return content;
    let clean = content.toString('latin1');
    for (const secret of this.longestFirst()) clean = clean.replaceAll(Buffer.from(secret).toString('latin1'), MASK);
    return Buffer.from(clean, 'latin1');
  }

  /** A map of texts with every text redacted, keys included. */
  texts(map: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(map).map(([key, text]) => [this.text(key), this.text(text)]));
  }

  /** A record like `json`, one level of which is known. */
  record(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(record).map(([key, entry]) => [this.text(key), this.json(entry)]));
  }

  private longestFirst(): readonly string[] {
    this.sorted ??= [...this.secrets].sort((a, b) => b.length - a.length);
    return this.sorted;
  }

  /** A copy with every text redacted, keys included; the value itself when there is no secret. */
  json(value: unknown): unknown {
    if (this.isEmpty) return value;
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.json(entry));
    if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [this.text(key), this.json(entry)]));
    }
    return value;
  }
}
