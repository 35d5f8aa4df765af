/** Filled with the code editor and the diff view. */
export function EditorPage() {
  return <main />;
}
