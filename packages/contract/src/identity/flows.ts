import { z } from 'zod';
import { IdentitySchema, SessionSchema } from './sessions.ts';

/** Text of a flow. Third-party clients tell texts apart by `id`; see `messages.ts`. Source: automation-and-access §5.3. */
export interface UiText {
  id: number;
  text: string;
  type: 'info' | 'error' | 'success';
  context?: Record<string, unknown> | undefined;
}
export const UiTextSchema: z.ZodType<UiText> = z.object({
  id: z.number(),
  text: z.string(),
  type: z.enum(['info', 'error', 'success']),
  context: z.record(z.string(), z.unknown()).optional(),
});

export const NODE_GROUPS = [
  'default',
  'password',
  'oidc',
  'profile',
  'link',
  'code',
  'totp',
  'lookup_secret',
  'webauthn',
  'passkey',
] as const;
export const NodeGroupSchema = z.enum(NODE_GROUPS);
export type NodeGroup = z.infer<typeof NodeGroupSchema>;

export const InputAttributesSchema = z.object({
  node_type: z.literal('input'),
  name: z.string(),
  type: z.enum([
    'text',
    'password',
    'number',
    'checkbox',
    'hidden',
    'email',
    'tel',
    'submit',
    'button',
    'datetime-local',
    'date',
    'url',
  ]),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  required: z.boolean().optional(),
  disabled: z.boolean(),
  pattern: z.string().optional(),
  autocomplete: z.string().optional(),
  label: UiTextSchema.optional(),
  onclick: z.string().optional(),
  onclickTrigger: z.string().optional(),
});
export const TextAttributesSchema = z.object({ node_type: z.literal('text'), id: z.string(), text: UiTextSchema });
export const ImageAttributesSchema = z.object({
  node_type: z.literal('img'),
  id: z.string(),
  src: z.string(),
  width: z.number(),
  height: z.number(),
});
export const AnchorAttributesSchema = z.object({
  node_type: z.literal('a'),
  id: z.string(),
  href: z.string(),
  title: UiTextSchema,
});
export const ScriptAttributesSchema = z.object({
  node_type: z.literal('script'),
  id: z.string(),
  src: z.string(),
  async: z.boolean(),
  crossorigin: z.string(),
  integrity: z.string(),
  nonce: z.string(),
  referrerpolicy: z.string(),
  type: z.string(),
});

export const UiNodeSchema = z.object({
  type: z.enum(['input', 'text', 'img', 'a', 'script']),
  group: NodeGroupSchema,
  attributes: z.discriminatedUnion('node_type', [
    InputAttributesSchema,
    TextAttributesSchema,
    ImageAttributesSchema,
    AnchorAttributesSchema,
    ScriptAttributesSchema,
  ]),
  messages: z.array(UiTextSchema),
  meta: z.object({ label: UiTextSchema.optional() }),
});
export type UiNode = z.infer<typeof UiNodeSchema>;

export const UiSchema = z.object({
  action: z.string(),
  method: z.literal('POST'),
  nodes: z.array(UiNodeSchema),
  messages: z.array(UiTextSchema).optional(),
});
export type Ui = z.infer<typeof UiSchema>;

export const FLOW_KINDS = ['login', 'registration', 'recovery', 'verification', 'settings'] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

export const FLOW_STATES = ['choose_method', 'sent_email', 'passed_challenge', 'show_form', 'success'] as const;
export type FlowState = (typeof FLOW_STATES)[number];

/** A form under way, as GET and failed POSTs answer it. The fields beyond the common ones belong to login (refresh, requested_aal) and settings (identity). */
export const FlowSchema = z.object({
  id: z.string(),
  type: z.enum(['browser', 'api']),
  state: z.enum(FLOW_STATES),
  active: z.string().optional(),
  issued_at: z.string(),
  expires_at: z.string(),
  request_url: z.string(),
  return_to: z.string().optional(),
  ui: UiSchema,
  refresh: z.boolean().optional(),
  requested_aal: z.enum(['aal1', 'aal2']).optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  identity: IdentitySchema.optional(),
  continue_with: z.array(z.record(z.string(), z.unknown())).optional(),
});
export type Flow = z.infer<typeof FlowSchema>;

/** Answer of a POST that is done: login and registration. */
export const FlowDoneSchema = z.object({
  session: SessionSchema.optional(),
  session_token: z.string().optional(),
  identity: IdentitySchema.optional(),
  continue_with: z.array(z.record(z.string(), z.unknown())).optional(),
});
export type FlowDone = z.infer<typeof FlowDoneSchema>;

/** GET /self-service/logout/browser. */
export const LogoutFlowSchema = z.object({ logout_token: z.string(), logout_url: z.string() });
export type LogoutFlow = z.infer<typeof LogoutFlowSchema>;
