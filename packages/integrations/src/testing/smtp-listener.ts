import type { Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  text: string;
}

/** Takes mail by SMTP without encryption from `monitor` (password `open%sesame`) and from nobody else; notes the mails. */
export function smtpListener(mails: ReceivedMail[]): (socket: Socket) => void {
  return (socket) => {
    let isLoggedIn = false;
    let mail: ReceivedMail = { from: '', to: [], text: '' };
    let isData = false;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const login = Buffer.from('\0monitor\0open%sesame').toString('base64');
    const obey = (line: string): void => {
      const [verb = ''] = line.toUpperCase().split(' ');
      if (verb === 'EHLO') say('250-mail.test\r\n250 AUTH PLAIN');
      else if (verb === 'AUTH') {
        isLoggedIn = line.endsWith(` ${login}`);
        say(isLoggedIn ? '235 welcome' : '535 5.7.8 authentication failed');
      } else if (!isLoggedIn && verb !== 'QUIT') say('530 5.7.0 authentication required');
      else if (verb === 'MAIL') {
        mail = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: [], text: '' };
        say('250 ok');
      } else if (verb === 'RCPT') {
        mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
        say('250 ok');
      } else if (verb === 'DATA') {
        isData = true;
        say('354 go on');
      } else say(verb === 'QUIT' ? '221 bye' : '502 what?');
    };
    const take = (line: string): void => {
      if (!isData) obey(line);
      else if (line !== '.') mail.text += `${line}\n`;
      else {
        isData = false;
        mails.push(mail);
        say('250 taken');
      }
    };
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    say('220 mail.test ready');
  };
}
