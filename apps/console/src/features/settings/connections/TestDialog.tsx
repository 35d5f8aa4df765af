import {
  Button,
  Code,
  CopyButton,
  Dialog,
  formatDuration,
  formatSpan,
  HealthGlyph,
  KeyValue,
  Skeleton,
  useNow,
} from '@quarterdeck/ui';
import { CircleSlash, CircleStop, RotateCcw } from 'lucide-react';
import { useCallback } from 'react';
import { TEST_TEXTS, testFailure } from './test-result.ts';
import type { ConnectionTest, TestState } from './use-test-connection.ts';

/** Longer than any result is high; what is longer scrolls. */
const DETAIL_HEIGHT_PX = 320;

/** How the test of a connection goes and what came of it. */
export function TestDialog({ test }: { test: ConnectionTest }) {
  const { state } = test;
  const isRunning = state.kind === 'running';
  return (
    <Dialog
      open={state.kind !== 'idle'}
      onClose={test.dismiss}
      title="Test Connection Results"
      width={560}
      footer={
        isRunning ? (
          <Button icon={CircleStop} onClick={test.dismiss}>
            Cancel
          </Button>
        ) : (
          <>
            <Button icon={RotateCcw} onClick={() => void test.run()}>
              Test again
            </Button>
            <Button variant="primary" onClick={test.dismiss}>
              Close
            </Button>
          </>
        )
      }
    >
      <TestOutcome state={state} />
    </Dialog>
  );
}

function TestOutcome({ state }: { state: TestState }) {
  if (state.kind === 'running') return <Running startedAtMs={state.startedAtMs} />;
  if (state.kind === 'passed') {
    const told = Object.entries(state.tested.payload ?? {});
    return (
      <div className="qk-outcome" role="status">
        <p className="qk-verdict">
          <HealthGlyph state="healthy" label="" />
          <b>{TEST_TEXTS.passed}</b>
          <span className="qd-soft">after {formatDuration(state.tookMs)}</span>
        </p>
        {told.length > 0 && <KeyValue items={told} keyWidth={128} />}
      </div>
    );
  }
  if (state.kind === 'failed') return <Failed state={state} />;
  return null;
}

function Failed({ state }: { state: Extract<TestState, { kind: 'failed' }> }) {
  const { text, detail, isJson, errorId } = testFailure(state.error);
  const isUnsupported = text === TEST_TEXTS.unsupported;
  return (
    <div className="qk-outcome" role="alert">
      <p className="qk-verdict">
        {isUnsupported ? <CircleSlash aria-hidden /> : <HealthGlyph state="unhealthy" label="" />}
        <b>{text}</b>
        {!isUnsupported && <span className="qd-soft">after {formatDuration(state.tookMs)}</span>}
      </p>
      {isUnsupported && <p className="qd-soft">The connection can be saved and used all the same.</p>}
      {detail !== undefined &&
        (isJson ? (
          <Code text={detail} language="json" label="What the system said" maxHeight={DETAIL_HEIGHT_PX} />
        ) : (
          <div className="qk-said">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
            <section aria-label="What the system said" tabIndex={0}>
              {detail}
            </section>
            <CopyButton value={detail} label="Copy what the system said" />
          </div>
        ))}
      {state.error.hint !== undefined && <p className="qd-soft">{state.error.hint}</p>}
      {errorId !== undefined && (
        <p className="qd-cell qd-soft">
          <span>
            Error id <code>{errorId}</code>
          </span>
          <CopyButton value={errorId} label="Copy error id" />
        </p>
      )}
    </div>
  );
}

function Running({ startedAtMs }: { startedAtMs: number }) {
  const elapsed = useNow(useCallback((nowMs: number) => formatSpan(Math.max(0, nowMs - startedAtMs)), [startedAtMs]));
  return (
    <div className="qk-outcome" role="status">
      <p className="qd-soft">Testing for {elapsed}</p>
      <Skeleton width="72%" />
      <Skeleton width="48%" />
    </div>
  );
}
