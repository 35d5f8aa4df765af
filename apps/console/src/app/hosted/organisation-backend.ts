import { z } from 'zod';

const MetadataSchema = z.object({
  /** Calls go to the backend itself, with a token, and not through the page's own origin. */
  direct: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).default(false),
  backend_url: z.url({ protocol: /^https?$/ }),
});

export interface OrganisationBackend {
  /** Undefined: through the page's own origin. */
  readonly baseUrl: string | undefined;
}

/** Where the calls of an organisation go, by its public metadata; undefined while its backend is not ready. Source: console-calls §0.2. */
export function backendOf(publicMetadata: unknown): OrganisationBackend | undefined {
  const metadata = MetadataSchema.safeParse(publicMetadata);
  if (!metadata.success) return undefined;
  return { baseUrl: metadata.data.direct ? metadata.data.backend_url : undefined };
}
