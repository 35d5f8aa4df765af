const MOST_CHARACTERS = 254;
/** One address and nothing around it: what mail programs or headers would read as more is refused. */
const SHAPE = /^[^\s@<>,;:"()[\]\\\p{C}]+@[^\s@<>,;:"()[\]\\\p{C}]+$/u;

/** Whether mail can be sent to it. Names of this machine count, such as `admin@local`. */
export function isMailAddress(text: string): boolean {
  return text.length <= MOST_CHARACTERS && SHAPE.test(text);
}
