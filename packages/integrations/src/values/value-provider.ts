/** Where a value lives: `secret://name/key` and its relatives. Source: health-checks §4.1. */
export interface ValueRef {
  kind: 'secret' | 'configmap' | 'helm' | 'serviceaccount';
  namespace: string;
  name: string;
  /** Empty for a service account. */
  key: string;
}

/** A store of secrets and config maps. */
export interface ValueProvider {
  /** Named in the message when a value is found nowhere. */
  readonly description: string;
  /** The value, or undefined when this store does not have it. Rejects when the store cannot be read. */
  lookup(ref: ValueRef): Promise<string | undefined>;
}
