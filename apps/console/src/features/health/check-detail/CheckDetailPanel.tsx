import { type CheckDetail, defaultTimeRange, type TimeRange } from '@quarterdeck/contract/health';
import { Button, ErrorState, HealthGlyph, IconButton, PanelSkeleton, SidePanel, useShortcut } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { FileCog, Maximize2, Minimize2, Pencil, Play, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { summaryOptions } from '../../../lib/checks.ts';
import { errorView } from '../../../lib/error-view.ts';
import { useCan } from '../../../lib/permissions.ts';
import type { SummaryData } from '../../../lib/summary-patch.ts';
import { CheckBody } from './CheckBody.tsx';
import { CheckSubtitle } from './CheckSubtitle.tsx';
import { checkOptions } from './check-queries.ts';
import { checkHealth, type ShownCheck } from './check-state.ts';
import { panelWidth } from './panel-width.ts';
import { useCheckSearch } from './use-check-search.ts';
import { useLiveCheck } from './use-live-check.ts';
import { useRunNow } from './use-run-now.ts';
import './check-detail.css';

export interface CheckDetailPanelProps {
  checkId: string;
  /** Undefined until someone chose one: then it follows the age of the last run. */
  timeRange?: TimeRange | undefined;
  onTimeRangeChange(range: TimeRange): void;
  onClose(): void;
}

/** The check with what the list knows about its canary. */
function useShownCheck(checkId: string, check: CheckDetail | undefined): ShownCheck | undefined {
  const isSuspended = useCallback(
    ({ checks_summary }: SummaryData) => checks_summary.find(({ id }) => id === checkId)?.suspended === true,
    [checkId],
  );
  const { data: suspended = false } = useQuery({ ...summaryOptions, select: isSuspended });
  return useMemo(() => check && { ...check, suspended }, [check, suspended]);
}

/** Everything about one check, beside the list or, opened further, in its place. */
export default function CheckDetailPanel({ checkId, timeRange, onTimeRangeChange, onClose }: CheckDetailPanelProps) {
  const [search, changeSearch] = useCheckSearch();
  const [width, setWidth] = useState(panelWidth.read);
  const query = useQuery(checkOptions(checkId));
  const run = useRunNow(checkId);
  const canRun = useCan({ resource: 'canaries', right: 'run' });
  const canWrite = useCan({ resource: 'canaries', right: 'write' });
  useLiveCheck(checkId);

  const check = useShownCheck(checkId, query.data);
  const lastRunMs = check?.last_runtime ? Date.now() - Date.parse(check.last_runtime) : undefined;
  const range = timeRange ?? defaultTimeRange(lastRunMs);
  const isFull = search.hFull === 'true';
  const isDeleted = check?.deleted_at !== null && check !== undefined;

  const setFull = (full: boolean) => changeSearch({ hFull: full ? 'true' : undefined });
  useShortcut('Escape', () => setFull(false), { enabled: isFull, description: 'Back to the list' });

  const frame = {
    title: check?.name ?? (query.isError ? 'Check' : 'Loading'),
    glyph: check === undefined ? undefined : <HealthGlyph state={checkHealth(check)} />,
    subtitle: check === undefined ? undefined : <CheckSubtitle check={check} />,
    actions: (
      <IconButton
        icon={isFull ? Minimize2 : Maximize2}
        label={isFull ? 'Show beside the list' : 'Open full page'}
        onClick={() => setFull(!isFull)}
      />
    ),
    footer:
      check === undefined ? undefined : (
        <>
          <Button icon={canWrite ? Pencil : FileCog} href={`/settings/canaries/${check.canary_id}`}>
            {canWrite ? 'Edit' : 'Definition'}
          </Button>
          {canRun && (
            <Button
              icon={Play}
              loading={run.isPending}
              disabledReason={isDeleted ? 'The check was deleted' : undefined}
              onClick={() => run.mutate()}
            >
              {run.isPending ? 'Running' : 'Run Now'}
            </Button>
          )}
        </>
      ),
  };
  const body =
    check === undefined ? (
      query.isError ? (
        <ErrorState {...errorView('The check could not be loaded', query.error)} onRetry={query.refetch} />
      ) : (
        <PanelSkeleton label="Loading the check" />
      )
    ) : (
      <CheckBody
        check={check}
        timeRange={range}
        search={search}
        isWide={isFull}
        onSearchChange={changeSearch}
        onTimeRangeChange={onTimeRangeChange}
      />
    );
  if (isFull) {
    return (
      <section className="qc-check-page" aria-label={frame.title}>
        <div className="qd-panel-head">
          <div className="is-title">
            <h2>
              {frame.glyph}
              <span className="qd-trunc">{frame.title}</span>
            </h2>
            {frame.subtitle !== undefined && <p className="qd-trunc">{frame.subtitle}</p>}
          </div>
          <div className="is-actions">
            {frame.footer}
            {frame.actions}
            <IconButton icon={X} label="Close" onClick={onClose} />
          </div>
        </div>
        {body}
      </section>
    );
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      {...frame}
      label="Check detail"
      width={width}
      onResize={(next) => {
        setWidth(next);
        panelWidth.write(next);
      }}
    >
      {body}
    </SidePanel>
  );
}
