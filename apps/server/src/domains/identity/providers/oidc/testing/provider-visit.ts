/** A browser at the provider: with cookies there, through its pages, until it is sent back. */
export class ProviderVisit {
  readonly #cookies = new Map<string, string>();
  readonly #issuer: string;

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  /** Signs in as a subject and agrees. @returns the address that the provider sends the browser back to */
  async signIn(url: string, subject: string): Promise<string> {
    let at = await this.#follow(url);
    for (let step = 0; step < 4 && at.startsWith(this.#issuer); step++) {
      const page = await (await this.#send('GET', at)).text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      at = await this.#follow(at, new URLSearchParams({ prompt, login: subject, password: 'any' }));
    }
    return at;
  }

  /** Goes as far as the first page and says no. */
  async cancel(url: string): Promise<string> {
    const page = await this.#follow(url);
    return this.#follow(`${page}/abort`);
  }

  /** Follows redirects up to a page, or to another server. */
  async #follow(url: string, form?: URLSearchParams): Promise<string> {
    let at = url;
    let response = await this.#send(form === undefined ? 'GET' : 'POST', at, form);
    for (let step = 0; step < 10; step++) {
      const location = response.headers.get('location');
      await response.body?.cancel();
      if (location === null) return at;
      at = new URL(location, at).href;
      if (!at.startsWith(this.#issuer)) return at;
      response = await this.#send('GET', at);
    }
    throw new Error(`the provider goes round in circles at ${at}`);
  }

  async #send(method: string, url: string, form?: URLSearchParams): Promise<Response> {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const split = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
    return response;
  }
}
