import type uPlot from 'uplot';
import type { ChartColors } from './chart-colors.ts';
import { type ChartBand, type ChartLimit, type ChartMarker, labelledMarkers } from './chart-model.ts';

/** What is drawn on top of the lines. */
export interface ChartOverlay {
  limit: ChartLimit | undefined;
  markers: readonly ChartMarker[];
  bands: readonly ChartBand[];
}

export const chartFont = '11px "Inter Variable", Inter, sans-serif';
const bandPx = 3;

function markerColor(marker: ChartMarker, colors: ChartColors) {
  return marker.tone === 'unhealthy' ? colors.limit : colors.marker;
}

function drawLimit(plot: uPlot, limit: ChartLimit, colors: ChartColors, ratio: number) {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(limit.value, 'y', true));
  if (y < bbox.top || y > bbox.top + bbox.height) return;
  ctx.strokeStyle = colors.limit;
  ctx.lineWidth = ratio;
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawBands(plot: uPlot, bands: readonly ChartBand[], colors: ChartColors, ratio: number) {
  const { ctx, bbox } = plot;
  const left = bbox.left;
  const right = bbox.left + bbox.width;
  const top = bbox.top + bbox.height + 3 * ratio;
  for (const band of bands) {
    const from = Math.max(left, Math.round(plot.valToPos(band.from, 'x', true)));
    const to = Math.min(right, Math.round(plot.valToPos(band.to, 'x', true)));
    if (to <= from) continue;
    ctx.fillStyle = colors.states[band.state];
    ctx.fillRect(from, top, Math.max(ratio, to - from - (to < right ? ratio : 0)), bandPx * ratio);
  }
}

function drawMarkers(plot: uPlot, markers: readonly ChartMarker[], colors: ChartColors, ratio: number) {
  const { ctx, bbox } = plot;
  const inside = markers.flatMap((marker) => {
    const x = Math.round(plot.valToPos(marker.time, 'x', true));
    return x < bbox.left || x > bbox.left + bbox.width ? [] : [{ marker, x }];
  });
  ctx.font = chartFont.replace('11px', `500 ${11 * ratio}px`);
  ctx.textBaseline = 'middle';
  const places = labelledMarkers(
    inside.map(({ marker, x }) => ({ x: (x - bbox.left) / ratio, width: ctx.measureText(marker.label).width / ratio })),
    bbox.width / ratio,
  );
  inside.forEach(({ marker, x }, index) => {
    const color = markerColor(marker, colors);
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.lineWidth = ratio;
    ctx.beginPath();
    ctx.moveTo(x + 0.5, bbox.top);
    ctx.lineTo(x + 0.5, bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x - 4 * ratio, bbox.top - 6 * ratio);
    ctx.lineTo(x + 4 * ratio, bbox.top - 6 * ratio);
    ctx.lineTo(x, bbox.top);
    ctx.fill();
    const place = places[index];
    if (place === 'none' || place === undefined) return;
    ctx.textAlign = place === 'right' ? 'left' : 'right';
    const at = x + (place === 'right' ? 7 : -7) * ratio;
    ctx.lineWidth = 3 * ratio;
    ctx.lineJoin = 'round';
    ctx.strokeStyle = colors.ground;
    ctx.strokeText(marker.label, at, bbox.top + 5 * ratio);
    ctx.fillStyle = colors.text;
    ctx.fillText(marker.label, at, bbox.top + 5 * ratio);
  });
}

/** Draws limit, state band and markers over the lines. */
export function drawOverlay(plot: uPlot, overlay: ChartOverlay, colors: ChartColors) {
  const ratio = devicePixelRatio;
  plot.ctx.save();
  if (overlay.limit) drawLimit(plot, overlay.limit, colors, ratio);
  drawBands(plot, overlay.bands, colors, ratio);
  drawMarkers(plot, overlay.markers, colors, ratio);
  plot.ctx.restore();
}
