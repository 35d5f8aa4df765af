import { lazy, Suspense } from 'react';
import { PageHeader } from '../src/index.ts';

const SampleEditor = lazy(() => import('./SampleEditor.tsx').then(({ SampleEditor: Editor }) => ({ default: Editor })));

/** The code editor, the diff view and a chart without data. */
export function EditorPage() {
  return (
    <main style={{ background: 'var(--surface)', minHeight: '100dvh' }}>
      <PageHeader title="Editor" />
      <Suspense fallback={null}>
        <SampleEditor />
      </Suspense>
    </main>
  );
}
