/** Whether the button of a field was pressed: forms send its value as text, clients also as a boolean. */
export function isPressed(value: unknown): boolean {
  return value === true || value === 'true';
}
