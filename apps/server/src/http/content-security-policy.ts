/** What the console needs from elsewhere, as origins; nothing unless sign-in is elsewhere. */
export interface OutsideSources {
  /** Scripts and calls of the sign-in library. */
  readonly scripts?: readonly string[];
  readonly images?: readonly string[];
  readonly frames?: readonly string[];
  /** Where calls go besides; `https:` for backends that are known only at run time. */
  readonly calls?: readonly string[];
  /** Where forms lead: browsers that follow a form to another origin ask for it here. */
  readonly forms?: readonly string[];
}

/** Nothing but our own files runs in the console; styles may be set on elements, because charts and virtual lists place them so. */
export function contentSecurityPolicy({
  scripts = [],
  images = [],
  frames = [],
  calls = [],
  forms = [],
}: OutsideSources): string {
  const own = (...more: readonly string[]) => ["'self'", ...more].join(' ');
  return [
    `default-src ${own()}`,
    `script-src ${own(...scripts)}`,
    `style-src ${own("'unsafe-inline'")}`,
    `img-src ${own('data:', ...images)}`,
    `font-src ${own()}`,
    `connect-src ${own(...scripts, ...calls)}`,
    // The sign-in library keeps its session fresh in a worker that it makes itself.
    `worker-src ${own(...(scripts.length === 0 ? [] : ['blob:']))}`,
    ...(frames.length === 0 ? [] : [`frame-src ${own(...frames)}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${own(...forms)}`,
  ].join('; ');
}
