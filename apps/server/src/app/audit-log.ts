export type AuditVia = 'session' | 'token' | 'password' | 'none' | 'system';
export type AuditOutcome = 'done' | 'refused' | 'failed';

/** Something that somebody did, or tried. Nothing of it is a secret: names of columns and methods, never what was entered. */
export interface AuditEntry {
  /** Now unless told. */
  readonly at?: Date;
  /** Absent for somebody whom nobody knows. */
  readonly personId?: string;
  /** Name or address of who did it; of an unknown account what was entered. */
  readonly actor: string;
  readonly via: AuditVia;
  /** One word of what was done, such as `sign_in` or `update`. */
  readonly action: string;
  /** A relation of the row API, or the resource of an endpoint. */
  readonly resource: string;
  readonly resourceId?: string;
  readonly outcome: AuditOutcome;
  /** Status of the answer. */
  readonly status?: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Where all domains record who did what. */
export interface AuditLog {
  /** Keeps an entry for the background; never throws and never waits. */
  record(entry: AuditEntry): void;
  /** Resolves when what was recorded so far is written, or cannot be for now. */
  flush(): Promise<void>;
  /** Writes what waits, once, and starts nothing new. */
  stop(): Promise<void>;
}
