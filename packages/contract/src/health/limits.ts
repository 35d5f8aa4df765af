/** Fixed numbers of the health screens. Source: spec 1 §9 unless a line says otherwise. */
export const HISTORY_PAGE_SIZE = 50;
export const HISTORY_STALE_MS = 10_000;
export const SEARCH_DEBOUNCE_MS = 400;
export const PAGE_SIZE_OPTIONS = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000] as const;
export const DURATION_FILTER_PRESETS = ['100ms', '500ms', '1s', '5s', '10s', '30s'] as const;
export const SUCCESS_TOAST_MS = 5_000;
export const DEFAULT_STALE_MS = 300_000;
/** Older than this, a last run is shown next to the health word. Source: spec 1 §2. */
export const LAST_RUN_SHOWN_AFTER_MS = 60 * 60_000;
/** A transition age is shown between these two. Source: spec 1 §2. */
export const TRANSITION_SHOWN_FROM_MS = 60 * 60_000;
export const TRANSITION_SHOWN_TO_MS = 7 * 24 * 60 * 60_000;
/** Most ids one strips request may name. Chosen by us: twice a tall screen of rows. */
export const STRIPS_MAX_IDS = 200;
export const DURATION_FILTER_ERROR = 'duration is allowed only in milli seconds & seconds';

/** Refresh rates of the health page. Source: spec 1 §9. */
export const REFRESH_RATES = ['None', '15s', '30s', '60s', '2m', '3m', '5m', '10m', '15m'] as const;
export type RefreshRate = (typeof REFRESH_RATES)[number];

/** Roles that may run a check now. Source: spec 1 §6. */
export const RUN_CHECK_ROLES = ['admin', 'editor', 'responder', 'commander'] as const;
