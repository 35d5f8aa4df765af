import { KEPT_SECRET } from './kept-secret.ts';
import { SECRET_URL_RULES, type SecretUrlRule } from './secret-url-rules.ts';

/** A secret of an address. */
export interface UrlSecret {
  /** Which part of the address it is; the same in every address of its kind. */
  readonly slot: string;
  readonly text: string;
}

const REFERENCE = /^(secret|configmap|helm|serviceaccount):\/\//;
/** `$(password)` and `{{ .password }}`, which are no secrets yet. */
const PLACEHOLDER = /^(\$\( *\.?[A-Za-z0-9_.-]+ *\)|\{\{ *\.?[A-Za-z0-9_.-]+ *\}\})$/;
/** Stands around the number of a secret in a frame; no address has one. */
const MARK = '\uE000';
const MARKED = /\uE000([0-9]+)\uE000/g;
const ONE_MARK = /^\uE000[0-9]+\uE000$/;
/** Nothing of a longer address is read. */
const LONGEST_URL = 2048;
const ALL: SecretUrlRule = { slot: 'all', pattern: '^(.+)$' };

interface CompiledRule {
  readonly rule: SecretUrlRule;
  readonly pattern: RegExp;
  readonly where: RegExp | undefined;
  readonly types: RegExp | undefined;
}

function compile(rule: SecretUrlRule): CompiledRule {
  const expression = (source: string | undefined) => (source === undefined ? undefined : new RegExp(source, 'is'));
  return {
    rule,
    pattern: new RegExp(rule.pattern, rule.each === true ? 'isdg' : 'isd'),
    where: expression(rule.where),
    types: expression(rule.types),
  };
}

const RULES = SECRET_URL_RULES.map(compile);
const WHOLE = [compile(ALL)];

/** Whether a text points to a secret that is kept elsewhere. */
export function isSecretReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** An address in which each secret is a numbered mark, and the secrets by number. */
interface Frame {
  text: string;
  readonly secrets: UrlSecret[];
}

function fill(text: string, secrets: readonly UrlSecret[], change: (secret: UrlSecret) => string): string {
  return text.replace(MARKED, (_mark, index: string) => {
    const secret = secrets[Number(index)];
    return secret === undefined ? '' : change(secret);
  });
}

/** Where the secrets of a rule stand, last first, and what they are called. */
function findSecrets(text: string, { rule, pattern }: CompiledRule): { from: number; to: number; slot: string }[] {
  const seen = new Map<string, number>();
  const matches = rule.each === true ? [...text.matchAll(pattern)] : [pattern.exec(text)];
  const found = matches.flatMap((match) => {
    const span = match?.indices?.[rule.each === true ? 2 : 1];
    if (span === undefined) return [];
    const key = rule.each === true ? (match?.[1] ?? '').toLowerCase() : '';
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return [{ from: span[0], to: span[1], slot: rule.each === true ? `${rule.slot}:${key}:${count}` : rule.slot }];
  });
  return found.reverse();
}

function frameOf(url: string, type: string): Frame {
  const frame: Frame = { text: url.replaceAll(MARK, ''), secrets: [] };
  if (frame.text === '' || isSecretReference(frame.text)) return frame;
  const done = new Set<string>();
  for (const compiled of frame.text.length > LONGEST_URL ? WHOLE : RULES) {
    const { rule, where, types } = compiled;
    if (done.has(rule.slot) || where?.test(frame.text) === false || types?.test(type) === false) continue;
    for (const { from, to, slot } of findSecrets(frame.text, compiled)) {
      if (rule.each !== true) done.add(rule.slot);
      const found = frame.text.slice(from, to);
      if (PLACEHOLDER.test(found) || ONE_MARK.test(found)) continue;
      const text = fill(found, frame.secrets, (secret) => secret.text);
      frame.text = `${frame.text.slice(0, from)}${MARK}${frame.secrets.length}${MARK}${frame.text.slice(to)}`;
      frame.secrets.push({ slot, text });
    }
  }
  return frame;
}

/**
 * An address with each of its secrets replaced.
 * @param type of the connection; empty for addresses of which only the scheme and the host tell
 */
export function mapUrlSecrets(url: string, type: string, change: (secret: UrlSecret) => string): string {
  const { text, secrets } = frameOf(url, type);
  return fill(text, secrets, change);
}

/** The secrets of an address, as `mapUrlSecrets` finds them. */
export function urlSecrets(url: string, type: string): readonly UrlSecret[] {
  const secrets: UrlSecret[] = [];
  mapUrlSecrets(url, type, (secret) => {
    secrets.push(secret);
    return '';
  });
  return secrets;
}

/** An address as it is shown: `***` for each secret. */
export function maskUrl(url: string, type = ''): string {
  return mapUrlSecrets(url, type, () => KEPT_SECRET);
}

/** An address that comes back from where it was shown: `***` becomes the secret of the same part of the stored address. */
export function keepUrlSecrets(url: string, stored: string, type: string): string {
  if (url === maskUrl(stored, type)) return stored;
  const kept = new Map(urlSecrets(stored, type).map(({ slot, text }) => [slot, text]));
  return mapUrlSecrets(url, type, ({ slot, text }) => (text === KEPT_SECRET ? (kept.get(slot) ?? '') : text));
}
