import { generateSecret, generateURI } from 'otplib';
import { toString as toQrCode } from 'qrcode';
import { z } from 'zod';
import { textOf } from '../../flows/flow-request.ts';
import { LABELS, PROBLEMS, SETTINGS } from '../../flows/messages.ts';
import { imageNode, inputNode, submitNode, textNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { isPressed } from '../button.ts';
import type { Offer, SettingsContext, SettingsMethod } from '../method.ts';
import { findTimeStep } from './totp-code.ts';
import { type TotpCredential, TotpCredentialSchema } from './totp-credential.ts';

const ISSUER = 'Quarterdeck';
const QR_PIXELS = 256;
/** The secret stays with the flow until a code of it is entered. */
const PendingSchema = z.object({ secret: z.string() });

/** Sets up an authenticator app, or unlinks it. Source: automation-and-access §5.4. */
export function createTotpSettings({ db, credentials }: Pick<IdentityContext, 'db' | 'credentials'>): SettingsMethod {
  async function offerSetup({ flow, account }: SettingsContext): Promise<Offer> {
    const pending = PendingSchema.safeParse(flow.internal.totp);
    const secret = pending.success ? pending.data.secret : generateSecret();
    const uri = generateURI({ issuer: ISSUER, label: account.traits.email, secret });
    return {
      internal: { secret },
      nodes: [
        imageNode('totp', 'totp_qr', await pictureOf(uri), QR_PIXELS, SETTINGS.totpQr),
        textNode('totp', 'totp_secret_key', SETTINGS.totpSecret(secret), SETTINGS.totpSecretLabel),
        inputNode('totp', 'totp_code', 'text', { required: true, autocomplete: 'one-time-code', text: LABELS.verifyCode }),
        submitNode('totp', 'method', 'totp', LABELS.save),
      ],
    };
  }

  return {
    name: 'totp',
    group: 'totp',
    isPrivileged: true,
    claims: (body) => isPressed(body.totp_unlink),
    async offer(context) {
      const present = await credentials.read(db, context.account.id, 'totp', TotpCredentialSchema);
      if (present === undefined) return offerSetup(context);
      return { nodes: [submitNode('totp', 'totp_unlink', 'true', SETTINGS.unlinkTotp)] };
    },
    async submit({ flow, request, account }, body) {
      if (isPressed(body.totp_unlink)) {
        return {
          kind: 'saved',
          audit: { action: 'remove_factor', details: { method: 'totp' } },
          async save(tx) {
            await credentials.remove(tx, account.id, 'totp');
            return undefined;
          },
        };
      }
      const pending = PendingSchema.safeParse(flow.internal.totp);
      if (!pending.success) return { kind: 'refused', messages: [PROBLEMS.totpPresent] };
      const { secret } = pending.data;
      if ((await findTimeStep(secret, textOf(body, 'totp_code'), request.now)) === undefined)
        return { kind: 'refused', messages: [], fields: { totp_code: [PROBLEMS.wrongTotp] } };
      // Its code signed nobody in: it is good for the first sign-in, which often follows at once.
      const credential: TotpCredential = { secret };
      return {
        kind: 'saved',
        proved: { method: 'totp', aal: 'aal2' },
        audit: { action: 'add_factor', details: { method: 'totp' } },
        async save(tx) {
          const present = await credentials.read(tx, account.id, 'totp', TotpCredentialSchema);
          if (present !== undefined) return { kind: 'refused', messages: [PROBLEMS.totpPresent] };
          await credentials.write(tx, account.id, 'totp', credential);
          return undefined;
        },
      };
    },
  };
}

/** As a drawing, because that takes a tenth of the time of a picture of pixels. */
async function pictureOf(uri: string): Promise<string> {
  const svg = await toQrCode(uri, { type: 'svg', width: QR_PIXELS });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
