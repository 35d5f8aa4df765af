import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultPlan, Operation } from './fault-plan.ts';
import { errorMessage, type Message, MessageReader, queryMessage, readyMessage, textOf } from './wire.ts';

/** How often an idle connection is looked at. */
const IDLE_LOOK_MS = 250;

/** One connection through the proxy. Requests are passed on whole: up to the Sync or the simple query that ends them. */
class Link {
  readonly #near: Socket;
  readonly #far: Socket;
  readonly #plan: FaultPlan;
  readonly #fromServer = new MessageReader(1);
  readonly #fromDatabase = new MessageReader(0);
  #request: Message[] = [];
  /** Transaction status that the database told last. */
  #status = 'I';
  #isStarted = false;
  #waiting = 0;
  /** Nothing passes any more, and nobody is told. */
  #isDead = false;
  /** What to say instead of the next answer of the database. */
  #instead: Buffer | undefined;
  #losesAnswer: 'lost answer' | 'stalled answer' | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(near: Socket, databasePort: number, plan: FaultPlan) {
    this.#near = near;
    this.#plan = plan;
    this.#far = connect(databasePort, '127.0.0.1');
    for (const socket of [near, this.#far]) socket.setNoDelay(true).on('error', () => this.close());
    near.on('close', () => this.close());
    this.#far.on('close', () => {
      if (!this.#isDead) near.end();
    });
    near.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#far.on('data', (chunk: Buffer) => this.#answer(chunk));
  }

  close(): void {
    this.#near.destroy();
    this.#far.destroy();
  }

  /** Strikes a connection that has nothing to do. */
  strikeIdle(): void {
    if (!this.#isStarted || this.#isDead || this.#waiting > 0 || this.#status !== 'I') return;
    const fault = this.#plan.next('idle');
    if (fault !== undefined) this.#break(fault);
  }

  #take(chunk: Buffer): void {
    for (const message of this.#fromServer.read(chunk)) {
      this.#request.push(message);
      if (!['', 'Q', 'S', 'X'].includes(message.type)) continue;
      const request = this.#request;
      this.#request = [];
      this.#queue = this.#queue.then(() => this.#pass(request));
    }
  }

  async #pass(request: readonly Message[]): Promise<void> {
    const last = request.at(-1);
    if (this.#isDead || last === undefined) return;
    if (last.type === 'X') {
      this.#far.end();
      return;
    }
    const operation = this.#operationOf(request, last);
    this.#waiting += 1;
    const fault = this.#plan.next(operation);
    const bytes = Buffer.concat(request.map((message) => message.bytes));
    if (fault === undefined) this.#far.write(bytes);
    else if (fault === 'slow') {
      await sleep(this.#plan.delayMs());
      if (!this.#near.destroyed) this.#far.write(bytes);
    } else if (fault === 'lost answer' || fault === 'stalled answer') {
      this.#losesAnswer = fault;
      this.#far.write(bytes);
    } else if (fault === 'error') this.#fail(operation);
    else this.#break(fault);
  }

  /** A batch outside of a transaction commits by itself. */
  #operationOf(request: readonly Message[], last: Message): Operation {
    if (last.type === '') return 'connect';
    const text = textOf(last);
    if (text === 'COMMIT') return 'commit';
    return request.some(({ type }) => type === 'E') && this.#status === 'I' ? 'commit' : 'execute';
  }

  /** The database has to see a failure too, so that both sides agree on the transaction. */
  #fail(operation: Operation): void {
    const error = errorMessage('ERROR', this.#plan.state('error'));
    if (this.#status === 'I') {
      this.#waiting -= 1;
      this.#near.write(Buffer.concat([error, readyMessage('I')]));
      return;
    }
    this.#instead = error;
    this.#far.write(queryMessage(operation === 'commit' ? 'ROLLBACK' : 'an injected failure'));
  }

  #break(fault: Fault): void {
    this.#isDead = true;
    if (fault === 'stall') return;
    if (fault === 'fatal') this.#near.end(errorMessage('FATAL', this.#plan.state('fatal')));
    else if (fault === 'half close') this.#near.end();
    else this.#near.resetAndDestroy();
    this.#far.destroy();
  }

  #answer(chunk: Buffer): void {
    if (this.#isDead) return;
    for (const message of this.#fromDatabase.read(chunk)) {
      if (message.type !== 'Z') {
        if (this.#losesAnswer === undefined && this.#instead === undefined) this.#near.write(message.bytes);
        continue;
      }
      this.#isStarted = true;
      this.#waiting -= 1;
      this.#status = message.bytes.toString('latin1', 5, 6);
      this.#ready(message);
    }
  }

  #ready(message: Message): void {
    if (this.#losesAnswer !== undefined) this.#break(this.#losesAnswer === 'lost answer' ? 'reset' : 'stall');
    else if (this.#instead === undefined) this.#near.write(message.bytes);
    else {
      this.#near.write(Buffer.concat([this.#instead, message.bytes]));
      this.#instead = undefined;
    }
  }
}

/** Stands between a server and its PostgreSQL, and lets go wrong what the plan says. */
export class FaultProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #links: Set<Link>;
  readonly #timer: NodeJS.Timeout;

  private constructor(server: Server, port: number, links: Set<Link>) {
    this.#server = server;
    this.port = port;
    this.#links = links;
    this.#timer = setInterval(() => {
      for (const link of links) link.strikeIdle();
    }, IDLE_LOOK_MS);
  }

  static async start(databasePort: number, plan: FaultPlan): Promise<FaultProxy> {
    const links = new Set<Link>();
    const server = createServer((socket) => {
      const link = new Link(socket, databasePort, plan);
      links.add(link);
      socket.on('close', () => links.delete(link));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    return new FaultProxy(server, typeof address === 'object' && address !== null ? address.port : 0, links);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const link of this.#links) link.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
