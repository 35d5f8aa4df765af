import type { FieldDescription } from '../checks/model.ts';
import type { EnvVar } from '../values/env-var.ts';

/** Where a form field's value is kept in the row of a connection. */
export type ConnectionColumn = 'url' | 'username' | 'password' | 'certificate' | 'insecure_tls' | `properties.${string}`;

/** One field of a connection's form; every form has name and namespace besides. */
export interface ConnectionField extends FieldDescription {
  readonly column: ConnectionColumn;
}

export type ConnectionCategory = 'database' | 'cloud' | 'storage' | 'source' | 'monitoring' | 'protocol' | 'notification';

/** Values of a form by field key. */
export type ConnectionForm = Readonly<Record<string, string | number | boolean | EnvVar | undefined>>;

/** What of a connection's row the form decides. A secret that reads as `***` was kept by the server. */
export interface ConnectionColumns {
  readonly url: string | null;
  readonly username: string | null;
  readonly password: string | null;
  readonly certificate: string | null;
  readonly insecure_tls: boolean;
  readonly properties: Readonly<Record<string, string>> | null;
}

/** A connection type as data, without the code that talks to the system. Source: spec 2 §3, automation-and-access §4. */
export interface ConnectionKind {
  /** Stored in `connections.type`. */
  readonly type: string;
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly category: ConnectionCategory;
  /** Not offered for new connections. */
  readonly isHidden?: boolean;
  readonly fields: readonly ConnectionField[];
  /**
   * The address that messages are sent to, for kinds that are notification services. Values are by field key, escaped for a URL;
   * secrets stay outside as `$(username)` and `$(password)`. Source: automation-and-access §2.6.
   */
  readonly serviceUrl?: (values: Readonly<Record<string, string>>) => string;
  /** Whether there is a test; without one the answer is "not supported". */
  readonly canTest: boolean;
  /** A small valid form. */
  readonly example: ConnectionForm;
}
