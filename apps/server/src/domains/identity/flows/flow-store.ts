import { type FlowKind, type FlowState, UiNodeSchema, UiTextSchema } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import { z } from 'zod';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { FlowRecord } from './flow.ts';

interface FlowRow {
  id: string;
  kind: FlowKind;
  type: 'browser' | 'api';
  state: FlowState;
  active: string | null;
  request_url: string;
  return_to: string | null;
  requested_aal: 'aal1' | 'aal2';
  refresh: boolean;
  identity_id: string | null;
  csrf_hash: string | null;
  ui: unknown;
  internal: string | null;
  replaced_by: string | null;
  issued_at: Date;
  expires_at: Date;
}

/** Kept sealed, because fields show secrets that are not confirmed yet. */
const UiSchema = z.object({ nodes: z.array(UiNodeSchema), messages: z.array(UiTextSchema) });
const InternalSchema = z.record(z.string(), z.unknown());

export interface FlowStore {
  /** Keeps a new flow, or what became of it. */
  save(db: Queryable, flow: FlowRecord): Promise<void>;
  find(db: Queryable, kind: FlowKind, id: string): Promise<FlowRecord | undefined>;
  /** Marks a flow as passed. @returns whether it was not before; of several at once only one is told so */
  pass(db: Queryable, id: string): Promise<boolean>;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text can be the id of a row; the database refuses to look for others. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export function createFlowStore(secrets: SecretBox): FlowStore {
  return {
    async save(db, flow) {
      await db.query(
        `INSERT INTO self_service_flows (id, kind, type, state, active, request_url, return_to, requested_aal, refresh, identity_id, csrf_hash,
           ui, internal, replaced_by, issued_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         ON CONFLICT (id) DO UPDATE SET state = excluded.state, active = excluded.active, identity_id = excluded.identity_id,
           csrf_hash = excluded.csrf_hash, ui = excluded.ui, internal = excluded.internal, replaced_by = excluded.replaced_by,
           return_to = excluded.return_to, expires_at = excluded.expires_at, updated_at = now()`,
        [
          flow.id,
          flow.kind,
          flow.type,
          flow.state,
          flow.active ?? null,
          flow.requestUrl,
          flow.returnTo ?? null,
          flow.requestedAal,
          flow.refresh,
          flow.identityId ?? null,
          flow.csrfHash ?? null,
          JSON.stringify(secrets.seal(JSON.stringify({ nodes: flow.nodes, messages: flow.messages }))),
          Object.keys(flow.internal).length === 0 ? null : secrets.seal(JSON.stringify(flow.internal)),
          flow.replacedBy ?? null,
          flow.issuedAt,
          flow.expiresAt,
        ],
      );
    },
    async pass(db, id) {
      const { rowCount } = await db.query(
        `UPDATE self_service_flows SET state = 'passed_challenge', updated_at = now() WHERE id = $1 AND state <> 'passed_challenge'`,
        [id],
      );
      return rowCount > 0;
    },
    async find(db, kind, id) {
      if (!isUuid(id)) return undefined;
      const { rows } = await db.query<FlowRow>('SELECT * FROM self_service_flows WHERE id = $1 AND kind = $2', [id, kind]);
      const [row] = rows;
      if (row === undefined) return undefined;
      return {
        id: row.id,
        kind: row.kind,
        type: row.type,
        state: row.state,
        ...(row.active === null ? {} : { active: row.active }),
        requestUrl: row.request_url,
        ...(row.return_to === null ? {} : { returnTo: row.return_to }),
        requestedAal: row.requested_aal,
        refresh: row.refresh,
        ...(row.identity_id === null ? {} : { identityId: row.identity_id }),
        ...(row.csrf_hash === null ? {} : { csrfHash: row.csrf_hash }),
        ...UiSchema.parse(JSON.parse(secrets.open(z.string().parse(row.ui)))),
        internal: row.internal === null ? {} : InternalSchema.parse(JSON.parse(secrets.open(row.internal))),
        ...(row.replaced_by === null ? {} : { replacedBy: row.replaced_by }),
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
      };
    },
  };
}
