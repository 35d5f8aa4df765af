import { isJson, jsonAt, textAt } from './json.ts';
import { StatusError } from './status.ts';

type Test = (labels: Readonly<Record<string, unknown>>) => boolean;

function splitRequirements(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readRequirement(text: string): Test {
  const set = /^([^\s!=]+)\s+(in|notin)\s+\(([^)]*)\)$/.exec(text);
  if (set) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    return (labels) => (operator === 'in' ? values.includes(String(labels[key])) : !values.includes(String(labels[key])));
  }
  const equality = /^([^\s!=]+)\s*(==?|!=)\s*(\S*)$/.exec(text);
  if (equality) {
    const [, key = '', operator, value = ''] = equality;
    return (labels) => (operator === '!=' ? labels[key] !== value : labels[key] === value);
  }
  const exists = /^(!?)([\w./-]+)$/.exec(text);
  if (exists) {
    const [, not, key = ''] = exists;
    return (labels) => Object.hasOwn(labels, key) !== (not === '!');
  }
  throw new StatusError(400, 'BadRequest', `unable to parse requirement: found '${text}'`);
}

const FIELDS = new Set(['metadata.name', 'metadata.namespace', 'status.phase', 'spec.nodeName', 'type', 'involvedObject.name']);

/** A test for the label and field selectors of a list. Throws StatusError for what cannot be read. */
export function readSelectors(labelSelector: string, fieldSelector: string): (object: unknown) => boolean {
  const byLabel = splitRequirements(labelSelector).map(readRequirement);
  const byField = splitRequirements(fieldSelector).map((part) => {
    const [, field = '', operator, value = ''] = /^([^!=]+)(==?|!=)(.*)$/.exec(part) ?? [];
    if (!FIELDS.has(field)) throw new StatusError(400, 'BadRequest', `field label not supported: ${field || part}`);
    return (object: unknown) => (textAt(object, ...field.split('.')) === value) === (operator !== '!=');
  });
  return (object) => {
    const found = jsonAt(object, 'metadata', 'labels');
    const labels = isJson(found) ? found : {};
    return byLabel.every((test) => test(labels)) && byField.every((test) => test(object));
  };
}
