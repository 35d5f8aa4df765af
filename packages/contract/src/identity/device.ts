import { z } from 'zod';

/** Signing a program in by approving it in a browser, after RFC 8628. */
export const DEVICE_LIFETIME_MS = 10 * 60 * 1000;
export const DEVICE_POLL_SECONDS = 5;
/** Letters of a user code: no vowels and nothing that looks like another. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{4}-[${USER_CODE_LETTERS}]{4}$`);

/** A user code however it was typed, as `BCDF-GHJK`. */
export const UserCodeSchema = z
  .string()
  .max(40)
  .transform((text) => {
    const letters = text.toUpperCase().replace(/[^A-Z]/g, '');
    return `${letters.slice(0, 4)}-${letters.slice(4)}`;
  })
  .pipe(z.string().regex(USER_CODE, 'is no code: it has eight letters, such as BCDF-GHJK'));

/** Body of POST /auth/device. The name tells the person who approves what asks; the token is called after it. */
export const BeginDeviceSchema = z.object({
  name: z
    .string()
    .max(200)
    .transform((text) =>
      text
        .replace(/[^\p{L}\p{N}._ -]/gu, '')
        .trim()
        .slice(0, 60),
    )
    .pipe(z.string().min(1, 'is missing')),
});

export const DeviceBegunSchema = z.object({
  device_code: z.string(),
  user_code: z.string(),
  /** The page where a person types the code, and the same with the code in it. */
  verification_url: z.string(),
  verification_url_complete: z.string(),
  /** Seconds. */
  interval: z.number(),
  expires_in: z.number(),
});
export type DeviceBegun = z.infer<typeof DeviceBegunSchema>;

/** Answer of POST /auth/device/look: what asks to be let in. */
export const DeviceRequestSchema = z.object({
  user_code: z.string(),
  name: z.string(),
  /** Where it asked from. */
  ip_address: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type DeviceRequest = z.infer<typeof DeviceRequestSchema>;

/** Body of POST /auth/device/look. */
export const LookAtDeviceSchema = z.object({ user_code: UserCodeSchema });
/** Body of POST /auth/device/approve. */
export const ApproveDeviceSchema = z.object({ user_code: UserCodeSchema, approve: z.boolean().default(true) });

/** Body of POST /auth/device/token. It answers CreatedTokenSchema, once, to the first poll after the approval. */
export const PollDeviceSchema = z.object({ device_code: z.string().min(1).max(100) });
