/** A log that keeps what it was told, so that a test can look. */
export interface RecordedLog {
  readonly lines: { level: string; fields: object; message: string }[];
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export function recordLog(): RecordedLog {
  const lines: RecordedLog['lines'] = [];
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
