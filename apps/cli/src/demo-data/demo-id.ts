/** What has demo ids; the number is part of the id, so an entry keeps its number for good. */
const KINDS = {
  agent: 0x01,
  person: 0x02,
  team: 0x03,
  token: 0x04,
  permission: 0x05,
  query: 0x06,
  connection: 0x07,
  integration: 0x08,
  canary: 0x10,
  check: 0x11,
  check_component: 0x12,
  check_config: 0x13,
  scraper: 0x20,
  item: 0x21,
  change: 0x22,
  insight: 0x23,
  config_relation: 0x24,
  topology: 0x30,
  component: 0x31,
  component_relation: 0x32,
  log_backend: 0x33,
  incident_rule: 0x40,
  incident: 0x41,
  hypothesis: 0x42,
  evidence: 0x43,
  comment: 0x44,
  responder: 0x45,
  incident_history: 0x46,
  comment_responder: 0x47,
  playbook: 0x50,
  run: 0x51,
  action: 0x52,
  approval: 0x53,
  artifact: 0x54,
  notification: 0x60,
  message: 0x61,
  silence: 0x62,
  job: 0x70,
  event: 0x71,
} as const;

export type DemoKind = keyof typeof KINDS;

/** Bytes 6 to 9 of every demo id: UUID version 8, which neither the database nor a browser ever makes, and the variant. */
const MARK = '8de3-8da7';

/**
 * The id of number `number` of its kind: ordered by time like every id here, marked as demo data, and the same in every run.
 * @param at when the row was created
 */
export function demoId(kind: DemoKind, number: number, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const own = KINDS[kind].toString(16).padStart(2, '0') + number.toString(16).padStart(10, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${MARK}-${own}`;
}

/** SQL condition: the column, uuid or text, holds a demo id. */
export function isDemo(column: string): string {
  return `substr(${column}::text, 15, 9) = '${MARK}'`;
}
