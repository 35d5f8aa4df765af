/** A stored connection after decryption. Source: health-checks §4.2. */
export interface StoredConnection {
  id: string;
  name: string;
  namespace: string;
  type: string;
  url?: string;
  username?: string;
  password?: string;
  certificate?: string;
  insecureTls?: boolean;
  properties?: Record<string, string>;
}

/** Looks up stored connections. */
export interface ConnectionProvider {
  /**
   * Finds a connection by `{id}` or by `{namespace, name}`.
   * For old specs the caller asks a second time with the namespace as `type`.
   */
  find(
    query: { id: string } | { namespace: string; name: string } | { type: string; name: string },
  ): Promise<StoredConnection | undefined>;
}
