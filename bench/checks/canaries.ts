import type { Queryable } from '@quarterdeck/database';

/** Writes canaries that ask a local target: `checks` checks, `perCanary` of them in each canary, every `intervalS` seconds. */
export async function insertCanaries(
  db: Pick<Queryable, 'query'>,
  { checks, perCanary, intervalS, url }: { checks: number; perCanary: number; intervalS: number; url: string },
): Promise<void> {
  await db.query(
    `INSERT INTO canaries (name, namespace, labels, spec, source)
     SELECT 'bench-' || canary, 'bench', jsonb_build_object('team', 'team-' || canary % 40),
       jsonb_build_object('schedule', $3::text, 'http', (
         SELECT jsonb_agg(jsonb_build_object('name', 'check-' || canary || '-' || number, 'url', $4::text, 'responseCodes', jsonb_build_array(200)))
         FROM generate_series(1, $2::int) AS number
       )), 'UI'
     FROM generate_series(1, $1::int) AS canary`,
    [Math.ceil(checks / perCanary), perCanary, `@every ${intervalS}s`, url],
  );
}
