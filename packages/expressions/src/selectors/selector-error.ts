/** A selector that cannot be understood; the message says which part and what is allowed there. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}
