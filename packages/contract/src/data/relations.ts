/** How one relation is offered by the row API. */
export interface PublicRelation {
  /** Base table, not offered itself, whose foreign keys and constraint names lead to this view. */
  readonly standsFor?: string;
  /** Order when a request asks for none that exists; in the syntax of `order`. */
  readonly defaultOrder?: string;
  /** Columns that never leave the database. */
  readonly hiddenColumns?: readonly string[];
  /** What may be done with the rows; everything unless told. */
  readonly actions?: readonly ('read' | 'insert' | 'update' | 'delete')[];
}

const READ_ONLY: PublicRelation = { actions: ['read'] };

/** Everything the row API reaches; what is not here answers 404. Source: data-model §2, §3. */
export const PUBLIC_RELATIONS: Readonly<Record<string, PublicRelation>> = {
  agents: {},
  agents_summary: READ_ONLY,
  canaries: {},
  canaries_with_status: { ...READ_ONLY, defaultOrder: 'created_at.desc' },
  canary_names: READ_ONLY,
  check_component_relationships: {},
  check_config_relationships: {},
  check_labels: READ_ONLY,
  check_names: READ_ONLY,
  check_status_summary: READ_ONLY,
  check_status_summary_aged: READ_ONLY,
  check_status_summary_hour: READ_ONLY,
  check_statuses: { defaultOrder: 'time.desc' },
  check_statuses_1d: READ_ONLY,
  check_statuses_1h: READ_ONLY,
  check_statuses_5m: READ_ONLY,
  check_summary: READ_ONLY,
  check_summary_by_component: READ_ONLY,
  check_summary_by_config: READ_ONLY,
  check_summary_for_config: READ_ONLY,
  checks: { standsFor: 'check_definitions' },
  checks_by_component: READ_ONLY,
  checks_by_config: READ_ONLY,
  components: {},
  config_items: {},
  configs: READ_ONLY,
  event_queue_summary: READ_ONLY,
  job_histories: { ...READ_ONLY, defaultOrder: 'created_at.desc' },
  job_history: { ...READ_ONLY, defaultOrder: 'created_at.desc' },
  job_history_latest_status: READ_ONLY,
  job_history_names: READ_ONLY,
  people: {},
  properties: {},
};
