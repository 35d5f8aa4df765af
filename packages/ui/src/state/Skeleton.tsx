export interface SkeletonProps {
  /** CSS width. Default `100%`. */
  width?: string | number;
  /** CSS height. Default 10 px. */
  height?: string | number;
}

/** A grey bar in the place of a value that is loading. Hidden from screen readers: put `role="status"` on the region. */
export function Skeleton({ width = '100%', height }: SkeletonProps) {
  return <span className="qd-skeleton" style={{ width, height }} aria-hidden />;
}

/** A nested skeleton has no label: the outer one already says that the view is loading. */
function statusProps(label: string) {
  return label ? { role: 'status', 'aria-busy': true, 'aria-label': label } : {};
}

const nameWidths = ['62%', '48%', '70%', '54%', '40%', '58%', '66%', '44%'];

export interface TableSkeletonProps {
  /** What is loading, for screen readers. Default `Loading`. */
  label?: string;
  rows?: number;
  /** Widths in pixels of the columns after the first. Default `[84, 64]`. */
  columns?: readonly number[];
  /** Show the line of column heads. */
  head?: boolean;
}

/** The final layout of a table without its values. */
export function TableSkeleton({ label = 'Loading', rows = 8, columns = [84, 64], head = false }: TableSkeletonProps) {
  return (
    <div {...statusProps(label)}>
      <table className="qd-table qd-table-awaited" aria-hidden>
        <colgroup>
          <col />
          {columns.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <col key={index} style={{ width: width + 16 }} />
          ))}
        </colgroup>
        <tbody>
          {head && (
            <tr className="is-head">
              <td style={{ height: 'var(--row-head)' }}>
                <Skeleton width={48} height={8} />
              </td>
              {columns.map((width, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <td key={index}>
                  <Skeleton width={Math.min(width, 40)} height={8} />
                </td>
              ))}
            </tr>
          )}
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <tr key={row}>
              <td>
                <span className="qd-cell">
                  <Skeleton width={12} height={12} />
                  <Skeleton width={nameWidths[row % nameWidths.length]} height={8} />
                </span>
              </td>
              {columns.map((_width, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <td key={index}>
                  <Skeleton height={index === 0 ? 14 : 8} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Tiles without their values. */
export function TilesSkeleton({ label = 'Loading', count = 4 }: { label?: string; count?: number }) {
  return (
    <div {...statusProps(label)}>
      <div className="qd-tiles" aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={index} className="qd-tile">
            <Skeleton width="48%" height={8} />
            <span style={{ display: 'block', height: 10 }} />
            <Skeleton width="64%" height={14} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** A side panel without its values: callout, tiles, chart, list. */
export function PanelSkeleton({ label = 'Loading' }: { label?: string }) {
  return (
    <div {...statusProps(label)}>
      <div className="qd-pad" style={{ paddingBlock: 4, display: 'grid', gap: 12, paddingBottom: 14 }}>
        <Skeleton height={54} />
        <Skeleton width="72%" height={14} />
      </div>
      <TilesSkeleton count={8} label="" />
      <div className="qd-pad" style={{ paddingBlock: 16 }}>
        <Skeleton height={128} />
      </div>
      <TableSkeleton rows={5} label="" />
    </div>
  );
}

/** Cards without their values. */
export function CardsSkeleton({ label = 'Loading', count = 10 }: { label?: string; count?: number }) {
  return (
    <div {...statusProps(label)} className="qd-cards" style={{ paddingTop: 16 }}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="qd-card" aria-hidden>
          <Skeleton width={nameWidths[index % nameWidths.length]} />
          <Skeleton height={20} />
          <Skeleton width="40%" height={8} />
        </div>
      ))}
    </div>
  );
}
