import { memo, type PointerEvent, useMemo } from 'react';
import { classNames } from '../class-name.ts';
import { formatDuration } from '../format/duration.ts';
import { formatUtc } from '../format/time.ts';
import { hideTooltip, showTooltip } from '../overlay/tooltip-store.ts';
import { HealthGlyph } from './HealthGlyph.tsx';
import { type HealthState, healthWord } from './health.ts';
import { type StripItem, stripShape } from './strip-geometry.ts';

export interface StatusStripProps {
  /** Results, oldest first. */
  items: readonly StripItem[];
  /** What the results belong to, for the accessible name: `POST /v2/quote`. */
  name?: string;
  /** Bar width in pixels. Default 2. */
  bar?: number;
  /** Height in pixels. Default 18. */
  height?: number;
  /** Stretch to the width of the container. */
  fill?: boolean;
  /** Latency in milliseconds that is drawn at full height. Default: from the items. */
  scaleMs?: number;
  className?: string;
}

const drawn: readonly HealthState[] = ['healthy', 'suspended', 'unknown', 'warning', 'mixed', 'unhealthy'];

function TooltipBody({ item }: { item: StripItem }) {
  return (
    <>
      <span className="qd-cell">
        <HealthGlyph state={item.state} label="" />
        {healthWord(item.state)}
        {item.value !== undefined && item.value !== null && <span className="qd-muted">{formatDuration(item.value)}</span>}
      </span>
      {item.time !== undefined && item.time !== null && <div className="qd-muted">{formatUtc(item.time)}</div>}
      {item.label && <div>{item.label}</div>}
    </>
  );
}

function summary(items: readonly StripItem[], name: string | undefined) {
  const failed = items.reduce((count, { state }) => count + (state === 'unhealthy' ? 1 : 0), 0);
  return `${name ? `${name}: ` : ''}last ${items.length} results, ${failed} failed`;
}

/** The last results as thin bars: height is latency, colour and notch are state. Hover shows time, duration and message. */
export const StatusStrip = memo(function StatusStrip(props: StatusStripProps) {
  const { items, name, bar = 2, height = 18, fill = false, scaleMs, className } = props;
  const shape = useMemo(
    () => stripShape(items, { barPx: bar, gapPx: 1, heightPx: height }, scaleMs),
    [items, bar, height, scaleMs],
  );
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.min(items.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * items.length)));
    const item = items[index];
    if (!item) return;
    const step = box.width / items.length;
    const anchor = { left: box.left + index * step, top: box.top, width: step, height: box.height };
    showTooltip({ content: <TooltipBody item={item} />, anchor, side: 'top' });
  };
  return (
    <svg
      viewBox={`0 0 ${shape.width} ${shape.height}`}
      width={fill ? '100%' : shape.width}
      height={shape.height}
      preserveAspectRatio={fill ? 'none' : undefined}
      className={classNames('qd-strip', fill && 'qd-strip-fill', className)}
      role="img"
      aria-label={summary(items, name)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => hideTooltip({ immediate: true })}
    >
      {drawn.map(
        (state) =>
          shape.paths[state] && (
            <path key={state} className={`is-${state === 'mixed' ? 'warning' : state}`} d={shape.paths[state]} />
          ),
      )}
    </svg>
  );
});
