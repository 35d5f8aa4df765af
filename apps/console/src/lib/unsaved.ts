import { useEffect } from 'react';

const forms = new Set<() => boolean>();

/** Lets a form say whether something that was typed into it is not saved. @returns ends it */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved);
  return () => forms.delete(isUnsaved);
}

/** Whether something that was typed would be lost with this page. */
export function hasUnsaved(): boolean {
  return [...forms].some((isUnsaved) => isUnsaved());
}

/** Keeps the page while a form holds something that is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? watchUnsaved(() => true) : undefined), [isUnsaved]);
}
