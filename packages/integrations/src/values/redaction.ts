const MASK = '***';
/** Shorter texts would also hit unrelated parts of a message. */
const SHORTEST_SECRET = 3;
/** Where a text was cut, the beginning of a secret is taken out from this length on. */
const SHORTEST_BEGINNING = 6;
const CUT = '…';

/** A secret as addresses have it where somebody put it in as it is: in a path, in a query, as a user. */
function formsInUrls(secret: string): string[] {
  const url = new URL('http://host');
  url.pathname = `/${secret}`;
  url.search = `?${secret}`;
  url.username = secret;
  return [url.pathname.slice(1), url.search.slice(1), url.username, encodeURI(secret)];
}

/** The forms in which texts and documents repeat a secret. */
function formsOf(secret: string): string[] {
  if (!/[^A-Za-z0-9_.~-]/.test(secret)) return [secret];
  const wellFormed = secret.toWellFormed();
  const encoded = encodeURIComponent(wellFormed);
  const forms = [encoded, encoded.replaceAll('%20', '+'), JSON.stringify(secret).slice(1, -1), ...formsInUrls(wellFormed)];
  return [secret, ...forms.filter((form) => form.length >= SHORTEST_SECRET)];
}

/** A text without the longest beginning of a secret that it ends with. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  let longest = 0;
  for (const secret of secrets)
    for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST_BEGINNING && length > longest; length -= 1)
      if (text.endsWith(secret.slice(0, length))) longest = length;
  return longest === 0 ? text : text.slice(0, text.length - longest) + MASK;
}

/** Removes known secrets from texts and JSON values. */
export class Redactor {
  private readonly secrets = new Set<string>();
  /** Longest first; undefined after an addition. */
  private sorted: readonly string[] | undefined;

  add(secret: string): void {
    if (secret.length < SHORTEST_SECRET) return;
    this.sorted = undefined;
    for (const form of formsOf(secret)) this.secrets.add(form);
    for (const line of secret.includes('\n') ? secret.split('\n') : [])
      if (line.trim().length >= 8) this.secrets.add(line.trim());
  }

  get isEmpty(): boolean {
    return this.secrets.size === 0;
  }

  /** A text without the secrets, and without the beginning of one where the text was cut: at its end and before each `…`. */
  text(text: string): string {
    if (this.isEmpty || text === '') return text;
    const secrets = this.longestFirst();
    let clean = text;
    for (const secret of secrets)
      if (secret.length <= clean.length && clean.includes(secret)) clean = clean.replaceAll(secret, MASK);
    return clean
      .split(CUT)
      .map((part) => withoutBeginning(part, secrets))
      .join(CUT);
  }

  /** Bytes with every secret in UTF-8 redacted, whatever else they are. */
  bytes(content: Buffer): Buffer {
    if (this.isEmpty || content.length === 0) return content;
    let clean = content.toString('latin1');
    const secrets = this.longestFirst().map((secret) => Buffer.from(secret).toString('latin1'));
    for (const secret of secrets) clean = clean.replaceAll(secret, MASK);
    clean = withoutBeginning(clean, secrets);
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
