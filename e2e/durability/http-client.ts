import { Agent, request } from 'node:http';
import type { Call } from './writes.ts';

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** Nothing came back in time: the limit of the server is shorter than this. */
export class NoAnswerError extends Error {}

/** Requests to one server; closed at once when it is killed. */
export class HttpClient {
  readonly #url: string;
  readonly #limitMs: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string, limitMs: number) {
    this.#url = url;
    this.#limitMs = limitMs;
  }

  /** @throws NoAnswerError, or what the socket says when the server is gone */
  send({ method, path, body, prefer }: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers: Record<string, string> = { accept: 'application/json' };
      if (prefer !== undefined) headers.prefer = prefer;
      const text = body === undefined ? undefined : JSON.stringify(body);
      if (text !== undefined) headers['content-type'] = 'application/json';
      if (text !== undefined) headers['content-length'] = String(Buffer.byteLength(text));
      const sent = request(`${this.#url}${path}`, { method, headers, agent: this.#agent }, (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          received += chunk;
        });
        response.on('error', reject);
        response.on('end', () => {
          clearTimeout(late);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: received });
        });
      });
      const late = setTimeout(
        () => sent.destroy(new NoAnswerError(`no answer to ${method} ${path.slice(0, 80)} within ${this.#limitMs} ms`)),
        this.#limitMs,
      );
      sent.on('error', (error) => {
        clearTimeout(late);
        reject(error);
      });
      sent.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
