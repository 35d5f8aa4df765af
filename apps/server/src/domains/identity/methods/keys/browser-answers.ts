import { z } from 'zod';

const BytesSchema = z.string().max(16_384);
const BaseSchema = z.object({
  id: BytesSchema.min(1),
  rawId: BytesSchema,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
});

/** What a browser made of a key, as it comes in a form. Source: WebAuthn level 3, RegistrationResponseJSON. */
export const RegistrationAnswerSchema = BaseSchema.extend({
  response: z.object({
    clientDataJSON: BytesSchema,
    attestationObject: BytesSchema,
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
});
export type RegistrationAnswer = z.infer<typeof RegistrationAnswerSchema>;

/** What a key signed, as it comes in a form. Source: WebAuthn level 3, AuthenticationResponseJSON. */
export const AssertionAnswerSchema = BaseSchema.extend({
  response: z.object({
    clientDataJSON: BytesSchema,
    authenticatorData: BytesSchema,
    signature: BytesSchema,
    userHandle: BytesSchema.nullish().transform((handle) => handle ?? undefined),
  }),
});
export type AssertionAnswer = z.infer<typeof AssertionAnswerSchema>;

/** The JSON of a hidden field; undefined when it has another form. */
export function readAnswer<Shape extends z.ZodType>(text: string, shape: Shape): z.output<Shape> | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = shape.safeParse(answer);
  return read.success ? read.data : undefined;
}
