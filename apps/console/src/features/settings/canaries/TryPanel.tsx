import type { RunResult, TryResponse } from '@quarterdeck/contract/health';
import {
  Button,
  Code,
  Duration,
  EmptyState,
  ErrorState,
  formatSpan,
  HealthGlyph,
  HealthLabel,
  LabelList,
  Section,
  SidePanel,
  Skeleton,
  useNow,
} from '@quarterdeck/ui';
import { CircleStop, RotateCcw } from 'lucide-react';
import { useCallback } from 'react';
import { errorView } from '../../../lib/error-view.ts';
import { resultYaml } from './result-tree.ts';
import type { TryIt, TryState } from './use-try-it.ts';

/** What came of running the unsaved definition. */
export function TryPanel({ tryIt, onAgain }: { tryIt: TryIt; onAgain(): void }) {
  const { state } = tryIt;
  return (
    <SidePanel
      open={state.kind !== 'idle'}
      onClose={tryIt.dismiss}
      title="Try it"
      subtitle={subtitleOf(state)}
      footer={
        state.kind === 'running' ? (
          <Button icon={CircleStop} onClick={tryIt.cancel}>
            Cancel
          </Button>
        ) : (
          <Button icon={RotateCcw} onClick={onAgain}>
            Run again
          </Button>
        )
      }
    >
      {state.kind === 'running' && <Running startedAtMs={state.startedAtMs} />}
      {state.kind === 'failed' && <ErrorState {...errorView('The checks could not be run', state.error)} onRetry={onAgain} />}
      {state.kind === 'done' && <Results response={state.response} />}
    </SidePanel>
  );
}

function subtitleOf(state: TryState): string {
  if (state.kind !== 'done') return 'Runs the definition as it stands; nothing is stored';
  const failed = state.response.results.filter(({ status }) => status === 'unhealthy').length;
  const count = state.response.results.length;
  const results = count === 1 ? '1 result' : `${count} results`;
  return failed === 0 ? `${results}, nothing stored` : `${results}, ${failed} failed, nothing stored`;
}

function Running({ startedAtMs }: { startedAtMs: number }) {
  const elapsed = useNow(useCallback((nowMs: number) => formatSpan(nowMs - startedAtMs), [startedAtMs]));
  return (
    <div className="qd-pad qs-running" role="status">
      <p>Running for {elapsed}</p>
      <Skeleton height={48} />
      <Skeleton width="60%" />
      <Skeleton width="80%" />
    </div>
  );
}

function Results({ response }: { response: TryResponse }) {
  const { results } = response;
  if (results.length === 0) return <EmptyState title="No results">The definition holds no check that can run.</EmptyState>;
  const [only] = results;
  if (results.length === 1 && only !== undefined) {
    return (
      <>
        <div className="qd-pad qc-result-head">
          <HealthLabel state={only.status}>{only.invalid ? 'Invalid' : undefined}</HealthLabel>
          <b>{only.name}</b>
          <span className="qd-push">
            <Duration ms={only.duration_ms} />
          </span>
        </div>
        <div className="qd-pad">
          <Result result={only} />
        </div>
      </>
    );
  }
  return results.map((result, index) => (
    <Section
      // biome-ignore lint/suspicious/noArrayIndexKey: results have no identity but their place
      key={index}
      defaultOpen={result.status === 'unhealthy'}
      title={
        <span className="qd-cell">
          <HealthGlyph state={result.status} />
          <span className="qd-trunc">{result.name}</span>
        </span>
      }
      aside={<Duration ms={result.duration_ms} />}
    >
      <Result result={result} />
    </Section>
  ));
}

function Result({ result }: { result: RunResult }) {
  const data = resultYaml(result.results);
  return (
    <div className="qc-result">
      {result.error !== '' && <p className="qc-result-error">{result.error}</p>}
      {result.message !== '' && <p>{result.message}</p>}
      {Object.keys(result.labels).length > 0 && <LabelList labels={result.labels} />}
      {data !== undefined && (
        <div>
          <h4>Data</h4>
          <Code text={data} language="yaml" label={`Data of ${result.name}`} />
        </div>
      )}
    </div>
  );
}
