import type { Mail } from './courier.ts';

/** Where a code is typed in, or a link is opened. */
export interface MailedProof {
  readonly recipient: string;
  readonly code?: string;
  readonly link?: string;
  readonly expiresAt: Date;
}

/** Mail to somebody who got an account. */
export function invitationMail(
  proof: MailedProof & { firstName: string; invitedBy: string; origin: string; codePage: string },
): Mail {
  return {
    template: 'invitation',
    recipient: proof.recipient,
    subject: 'Your invitation to Quarterdeck',
    body: letter(
      proof.firstName === '' ? 'Hello,' : `Hello ${oneLine(proof.firstName)},`,
      `${oneLine(proof.invitedBy)} invited you to Quarterdeck at ${proof.origin}.`,
      `Open this link to set your password:\n\n  ${proof.link}`,
      `Or open ${proof.codePage} and enter the code ${proof.code}.`,
      `The link and the code work once, until ${timeOf(proof.expiresAt)}. After that, choose "Reset password" on the sign-in page to get new ones.`,
      'If you do not know what this is about, you can ignore this mail.',
    ),
  };
}

/** Mail to somebody who cannot sign in any more. */
export function recoveryMail(proof: MailedProof & { origin: string }): Mail {
  return {
    template: 'recovery',
    recipient: proof.recipient,
    subject: proof.link === undefined ? 'Your recovery code for Quarterdeck' : 'Recover your Quarterdeck account',
    body: letter(
      'Hello,',
      `somebody, probably you, asked to recover your account at ${proof.origin}.`,
      proof.link === undefined
        ? `Enter this code where you asked for it:\n\n  ${proof.code}`
        : `Open this link to go on:\n\n  ${proof.link}`,
      `It works once, until ${timeOf(proof.expiresAt)}. Nobody from Quarterdeck will ever ask you for it.`,
      'If you did not ask for it, ignore this mail: nothing was changed.',
    ),
  };
}

/** Mail to an address that somebody says is the own one. */
export function verificationMail(proof: MailedProof & { origin: string }): Mail {
  const ways = [
    ...(proof.code === undefined ? [] : [`Enter this code where you were asked for it:\n\n  ${proof.code}`]),
    ...(proof.link === undefined
      ? []
      : [`${proof.code === undefined ? 'Open' : 'Or open'} this link to go on:\n\n  ${proof.link}`]),
  ];
  return {
    template: 'verification',
    recipient: proof.recipient,
    subject: 'Verify your email address for Quarterdeck',
    body: letter(
      'Hello,',
      `please verify that this is your email address. It was entered at ${proof.origin}.`,
      ...ways,
      `It works once, until ${timeOf(proof.expiresAt)}.`,
      'If you did not enter it there, ignore this mail.',
    ),
  };
}

function letter(...paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`;
}

/** Names come from people: they must not look like a paragraph, or a link, of the mail. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s/\\:]+/g, ' ').trim();
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
