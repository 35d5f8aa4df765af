import { type CheckKind, findCheckKind } from '@quarterdeck/integrations/spec';
import type { Path } from '../form/form-context.ts';
import { lookUp } from '../form/look-up.ts';
import { type CanaryDocument, changeList } from './canary-document.ts';

/** One check of the definition as the form lists it. */
export interface CheckEntry {
  readonly kind: CheckKind;
  /** Position in the list of its kind. */
  readonly index: number;
  /** How many checks of this kind there are. */
  readonly siblings: number;
  readonly path: Path;
  readonly value: Readonly<Record<string, unknown>>;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The checks of the definition in the order of the text; lists of kinds that this build does not know are left out. */
export function checkEntries(document: CanaryDocument): CheckEntry[] {
  return Object.entries(document.spec).flatMap(([key, list]) => {
    const kind = findCheckKind(key);
    if (kind === undefined || !Array.isArray(list)) return [];
    return list.map((value: unknown, index) => ({
      kind,
      index,
      siblings: list.length,
      path: [...document.specPath, key, index],
      value: isRecord(value) ? value : {},
    }));
  });
}

/** Keys of the spec that hold lists which the form cannot show; they stay as they are. */
export function unknownLists(document: CanaryDocument): string[] {
  return Object.entries(document.spec)
    .filter(([key, value]) => Array.isArray(value) && findCheckKind(key) === undefined)
    .map(([key]) => key);
}

/** A name that no check of the kind has yet: the example's, with a number when it is taken. */
function freeName(document: CanaryDocument, kind: CheckKind): string {
  const example = isRecord(kind.example) && typeof kind.example.name === 'string' ? kind.example.name : kind.key;
  const taken = new Set(checkEntries(document).map(({ value }) => lookUp(value, 'name')));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? example : `${example}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Adds a check of the kind, filled with the kind's example, at the end of its list. */
export function addCheck(document: CanaryDocument, kind: CheckKind): string {
  const example = { ...(isRecord(kind.example) ? kind.example : {}), name: freeName(document, kind) };
  const { name, ...rest } = example;
  return changeList(document.text, [...document.specPath, kind.key], (items, create) => [...items, create({ name, ...rest })]);
}

export function removeCheck(document: CanaryDocument, entry: CheckEntry): string {
  return changeList(document.text, entry.path.slice(0, -1), (items) => items.filter((_, index) => index !== entry.index));
}

/** Moves a check up (-1) or down (1) among the checks of its kind; kinds themselves run in a fixed order. */
export function moveCheck(document: CanaryDocument, entry: CheckEntry, by: -1 | 1): string {
  return changeList(document.text, entry.path.slice(0, -1), (items) => {
    const target = entry.index + by;
    if (target < 0 || target >= items.length) return items;
    const moved = [...items];
    moved.splice(target, 0, ...moved.splice(entry.index, 1));
    return moved;
  });
}
