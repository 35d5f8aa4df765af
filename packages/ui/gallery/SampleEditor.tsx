import { useMemo, useState } from 'react';
import { DiffView, type EditorDiagnostic, YamlEditor, type YamlPosition } from '../src/editor/index.ts';
import { SampleChart } from './SampleChart.tsx';

const saved = `apiVersion: canaries.quarterdeck.dev/v1
kind: Canary
metadata:
  name: checkout-synthetic
  namespace: checkout
spec:
  interval: 30 # seconds
  http:
    - name: POST /v2/quote
      url: https://shop.test/v2/quote
      method: POST
      responseCodes: [200, 201]
      thresholdMillis: 800
      body: |
        {"items": [1, 2]}
`;

function suggestions({ path, kind }: YamlPosition) {
  if (kind === 'value') return [{ label: 'GET' }, { label: 'POST' }];
  if (path.at(-2) !== 'http') return [{ label: 'http', detail: 'list', info: 'HTTP requests' }];
  return [
    { label: 'maxSSLExpiry', detail: 'days', info: 'Fails when the certificate ends earlier' },
    { label: 'method', detail: 'text' },
    { label: 'metrics', detail: 'list' },
  ];
}

/** Edit on the left, the difference to the saved text on the right. */
export function SampleEditor() {
  const [text, setText] = useState(saved.replace('800', '1200').replace('method: POST', 'methd: POST'));
  const diagnostics = useMemo<readonly EditorDiagnostic[]>(() => {
    const line = text.split('\n').findIndex((candidate) => candidate.includes('methd'));
    return line < 0
      ? []
      : [
          { line: line + 1, severity: 'error', message: 'Unknown field methd. Did you mean method?' },
          { line: 7, column: 13, endColumn: 15, severity: 'warning', message: 'An interval below 60 s costs money' },
        ];
  }, [text]);
  return (
    <div className="gallery-form" style={{ padding: 16 }}>
      <YamlEditor label="Canary" value={text} onChange={setText} diagnostics={diagnostics} complete={suggestions} height={400} />
      <DiffView before={saved} after={text} />
      <SampleChart empty />
      <SampleChart />
    </div>
  );
}
