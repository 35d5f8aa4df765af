import { createServer, type Socket } from 'node:net';

export interface TakenMail {
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly text: string;
}

/** What the listener says to a recipient: it takes the mail, refuses it for now or for good, or never answers. */
export type MailMood = 'take' | 'refuse for now' | 'refuse for good' | 'stay silent';

export interface MailListener {
  readonly url: string;
  readonly taken: TakenMail[];
  /** Conversations that got as far as a recipient. */
  readonly attempts: number;
  mood: MailMood;
  stop(): Promise<void>;
}

const ANSWERS: Readonly<Record<MailMood, string | undefined>> = {
  take: '250 ok',
  'refuse for now': '451 4.3.0 try again later',
  'refuse for good': '550 5.1.1 no such mailbox',
  'stay silent': undefined,
};

/** A mail server on a free port of loopback that speaks SMTP and keeps what it takes. */
export async function startMailListener(): Promise<MailListener> {
  const sockets = new Set<Socket>();
  const taken: TakenMail[] = [];
  const state = { mood: 'take' as MailMood, attempts: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    converse(socket, taken, () => {
      state.attempts += 1;
      return ANSWERS[state.mood];
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    taken,
    get attempts() {
      return state.attempts;
    },
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function converse(socket: Socket, taken: TakenMail[], answerRecipient: () => string | undefined): void {
  let to: string[] = [];
  let text: string | undefined;
  let rest = '';
  const say = (line: string | undefined) => line !== undefined && socket.write(`${line}\r\n`);
  const obey = (line: string): void => {
    const verb = line.toUpperCase().split(' ')[0];
    if (verb === 'EHLO') say('250 mail.test');
    else if (verb === 'MAIL') {
      to = [];
      say('250 ok');
    } else if (verb === 'RCPT') {
      const answer = answerRecipient();
      if (answer?.startsWith('250') === true) to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
      say(answer);
    } else if (verb === 'DATA') {
      text = '';
      say('354 go on');
    } else say(verb === 'QUIT' ? '221 bye' : '250 ok');
  };
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (text === undefined) obey(line);
      else if (line !== '.') text += `${line}\n`;
      else {
        taken.push({ to, text });
        text = undefined;
        say('250 taken');
      }
    }
  });
  say('220 mail.test ready');
}
