/** Check types that are abbreviations and written so. */
const ABBREVIATIONS: readonly string[] = ['http', 'tcp', 'dns', 'icmp', 'ldap', 's3'];

/** Word for a check type in a line of text. The kinds themselves know more, but are too heavy to load for a word. */
export function typeTitle(type: string): string {
  return ABBREVIATIONS.includes(type) ? type.toUpperCase() : type.charAt(0).toUpperCase() + type.slice(1);
}
