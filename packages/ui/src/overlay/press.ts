/** Whether a pointer event happened on the element or inside it. */
export function pressedOn(element: HTMLElement | null, event: Event): boolean {
  return event.type !== 'keydown' && event.target instanceof Node && element?.contains(event.target) === true;
}
