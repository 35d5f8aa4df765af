import type { PropertiesRow } from '@quarterdeck/contract/data';
import type { Property } from '@quarterdeck/contract/platform';
import type { Transport } from './transport.ts';

/** A property with who set it, as far as that is known: local ones have no row. */
export interface PropertyDetail extends Property {
  readonly createdBy: { readonly id: string; readonly name: string } | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

export interface PropertyClient {
  /** Every property as it counts; local ones hide rows of the same name. Source: console-calls §1.1. */
  list(signal?: AbortSignal): Promise<Property[]>;
  /** The same with who set each and when. */
  details(signal?: AbortSignal): Promise<PropertyDetail[]>;
  /** Rejects with code CONFLICT when there is one of this name. */
  create(property: { name: string; value: string }, createdBy: string): Promise<void>;
  update(property: { name: string; value: string }): Promise<void>;
  remove(name: string): Promise<void>;
}

type Row = Omit<PropertiesRow, 'created_by'> & { created_by: { id: string; name: string } | null };

const PATH = '/api/db/properties';

function only(name: string): URLSearchParams {
  return new URLSearchParams({ name: `eq.${name}` });
}

export function createPropertyClient({ call }: Transport): PropertyClient {
  const headers = { prefer: 'return=representation' };
  async function list(signal?: AbortSignal): Promise<Property[]> {
    return (await call<Property[]>('/api/properties', { signal })).body;
  }
  return {
    list,
    async details(signal) {
      const query = new URLSearchParams({ select: '*,created_by(id,name)', deleted_at: 'is.null' });
      const [properties, rows] = await Promise.all([list(signal), call<Row[]>(PATH, { query, signal })]);
      const rowOf = new Map(rows.body.map((row) => [row.name, row]));
      return properties.map((property) => {
        const row = property.source === 'db' ? rowOf.get(property.name) : undefined;
        return {
          ...property,
          createdBy: row?.created_by ?? null,
          createdAt: row?.created_at ?? null,
          updatedAt: row?.updated_at ?? null,
        };
      });
    },
    async create({ name, value }, createdBy) {
      await call<unknown>(PATH, { method: 'POST', body: { name, value, created_by: createdBy }, headers });
    },
    async update({ name, value }) {
      const body = { value, updated_at: 'now()' };
      await call<unknown>(PATH, { method: 'PATCH', query: only(name), body, headers });
    },
    async remove(name) {
      await call<unknown>(PATH, { method: 'DELETE', query: only(name), headers });
    },
  };
}
