import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { z } from 'zod';
import { type CborValue, encodeCbor } from './cbor.ts';

const DescriptorsSchema = z.array(z.object({ id: z.string() })).optional();
const CreationSchema = z.object({
  publicKey: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string() }),
    user: z.object({ id: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number() })),
    excludeCredentials: DescriptorsSchema,
  }),
});
const RequestSchema = z.object({
  publicKey: z.object({ challenge: z.string(), rpId: z.string(), allowCredentials: DescriptorsSchema }),
});

interface StoredKey {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;
const ES256 = -7;

/** A security key and the browser it is plugged into: real ES256 keys and signatures, attestation `none`. */
export class SoftwareAuthenticator {
  readonly #keys: StoredKey[] = [];
  /** The page that the browser shows. */
  origin: string;
  /** Whether it asks for a fingerprint or PIN. */
  verifiesUser = true;
  /** What it says how often it was used; 0 for those that do not count. */
  counter = 0;
  countsUses = true;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Ids of its keys, base64url. */
  get keyIds(): string[] {
    return this.#keys.map(({ id }) => id.toString('base64url'));
  }

  /** Makes a key. @param optionsJson what `navigator.credentials.create` is called with @returns RegistrationResponseJSON as text */
  create(optionsJson: string): string {
    const { publicKey: options } = CreationSchema.parse(JSON.parse(optionsJson));
    if (!options.pubKeyCredParams.some(({ alg }) => alg === ES256)) throw new Error('the server takes no ES256 keys');
    if (options.excludeCredentials?.some(({ id }) => this.keyIds.includes(id))) throw new Error('there is a key already');
    const key: StoredKey = {
      id: randomBytes(32),
      rpId: options.rp.id,
      userHandle: options.user.id,
      ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    };
    this.#keys.push(key);
    const authData = Buffer.concat([this.#head(key.rpId, HAS_KEY), attested(key)]);
    const attestation = encodeCbor(
      new Map<string, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, CborValue>()],
        ['authData', authData],
      ]),
    );
    return this.#answer(key, {
      clientDataJSON: this.#clientData('webauthn.create', options.challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['usb'],
    });
  }

  /** Signs with a key. @param optionsJson what `navigator.credentials.get` is called with @returns AuthenticationResponseJSON as text */
  get(optionsJson: string): string {
    const { publicKey: options } = RequestSchema.parse(JSON.parse(optionsJson));
    const allowed = options.allowCredentials?.map(({ id }) => id);
    const key = this.#keys.find(
      ({ id, rpId }) => rpId === options.rpId && (allowed === undefined || allowed.includes(id.toString('base64url'))),
    );
    if (key === undefined) throw new Error('no key fits');
    if (this.countsUses) this.counter += 1;
    const authData = this.#head(key.rpId, 0);
    const clientData = this.#clientData('webauthn.get', options.challenge);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return this.#answer(key, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, key.privateKey).toString('base64url'),
      ...(allowed === undefined ? { userHandle: key.userHandle } : {}),
    });
  }

  #head(rpId: string, flags: number): Buffer {
    const bytes = Buffer.alloc(37);
    createHash('sha256').update(rpId).digest().copy(bytes);
    bytes.writeUInt8(flags | USER_PRESENT | (this.verifiesUser ? USER_VERIFIED : 0), 32);
    bytes.writeUInt32BE(this.counter, 33);
    return bytes;
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #answer({ id }: StoredKey, response: object): string {
    const name = id.toString('base64url');
    return JSON.stringify({ id: name, rawId: name, type: 'public-key', clientExtensionResults: {}, response });
  }
}

/** Maker (none), id and COSE key. */
function attested({ id, publicKey }: StoredKey): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = encodeCbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  return Buffer.concat([Buffer.alloc(16), length, id, cose]);
}
