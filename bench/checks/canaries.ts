import type { Queryable } from '@quarterdeck/database';

/** Fields of a check but for its name, by kind. */
type CheckSpec = Readonly<Record<string, unknown>>;

export interface Targets {
  /** Address of the local HTTP target. */
  readonly url: string;
  /** A folder with some files. */
  readonly folder: string;
}

/** One kind alone: what the scheduler and the results cost is in front. */
export function onlyHttp({ url }: Targets): [string, CheckSpec][] {
  return [['http', { url, responseCodes: [200] }]];
}

/** What a team watches, in twenties: mostly addresses, some of them with a test or a metric, ports, folders, and a script. */
export function mixOfKinds({ url, folder }: Targets): [string, CheckSpec][] {
  const http: [string, CheckSpec] = ['http', { url, responseCodes: [200] }];
  const tested: [string, CheckSpec] = ['http', { url, test: { expr: 'code == 200 && content.contains("ok")' } }];
  const measured: [string, CheckSpec] = [
    'http',
    {
      url,
      display: { template: 'answered {{ .code }}' },
      metrics: [{ name: 'bench_answers', type: 'counter', value: '1', labels: [{ name: 'code', valueExpr: 'string(code)' }] }],
    },
  ];
  const tcp: [string, CheckSpec] = ['tcp', { endpoint: new URL(url).host, thresholdMillis: 5_000 }];
  const files: [string, CheckSpec] = ['folder', { path: folder, minCount: 1 }];
  const script: [string, CheckSpec] = ['exec', { script: 'true' }];
  return [
    ...Array.from({ length: 8 }, () => http),
    ...[tested, tested, tested, measured, measured],
    ...[tcp, tcp, tcp, tcp, files, files, script],
  ];
}

/** Writes canaries, each with `perCanary` checks of one kind, `checks` in all, that run every `intervalS` seconds; kinds take turns. */
export async function insertCanaries(
  db: Pick<Queryable, 'query'>,
  wanted: { checks: number; perCanary: number; intervalS: number; kinds: readonly (readonly [string, CheckSpec])[] },
): Promise<void> {
  const { checks, perCanary, intervalS, kinds } = wanted;
  await db.query(
    `INSERT INTO canaries (name, namespace, labels, spec, source)
     SELECT 'bench-' || canary, 'bench', jsonb_build_object('team', 'team-' || canary % 40),
       jsonb_build_object('schedule', $3::text, kind.entry ->> 0, (
         SELECT jsonb_agg(jsonb_build_object('name', 'check-' || canary || '-' || number) || (kind.entry -> 1))
         FROM generate_series(1, $2::int) AS number
       )), 'UI'
     FROM generate_series(1, $1::int) AS canary
     CROSS JOIN LATERAL (SELECT $4::jsonb -> (canary % jsonb_array_length($4::jsonb))) AS kind (entry)`,
    [Math.ceil(checks / perCanary), perCanary, `@every ${intervalS}s`, JSON.stringify(kinds)],
  );
}
