/** Most characters of a first or last name. */
const MOST_CHARACTERS = 100;

/** Whether a text can be the first or last name of a person: not empty, not endless, and of characters that can be shown. */
export function isPersonName(text: string): boolean {
  const name = text.trim();
  return name !== '' && name.length <= MOST_CHARACTERS && !/\p{Cc}/u.test(name);
}
