/** Bars of a calm day with one bad hour; nobody is signed in yet, so they stand for no check. */
const BAR_COUNT = 360;
const BAD_HOUR = { from: 248, to: 253 };
const STEP_PX = 4;
const BASE_PX = 41;

function barHeight(index: number): number {
  const noise = Math.abs(Math.sin(index * 12.9898) * 43758.5453) % 1;
  return Math.round(12 + 5 * Math.sin(index / 23) + 8 * noise);
}

function bars(isBad: boolean): string {
  let path = '';
  for (let index = 0; index < BAR_COUNT; index += 1) {
    const bad = index >= BAD_HOUR.from && index < BAD_HOUR.to;
    if (bad !== isBad) continue;
    const height = bad ? 34 + (index % 3) * 3 : barHeight(index);
    path += `M${index * STEP_PX} ${BASE_PX - height}h3v${height}h-3z`;
    if (bad) path += `M${index * STEP_PX} ${BASE_PX + 1}h3v2h-3z`;
  }
  return path;
}

const CALM = bars(false);
const BAD = bars(true);

/** The signature of the product at the foot of pages without the frame: the drawing of results, as an ornament. */
export function FootStrip() {
  return (
    <svg
      className="id-strip"
      viewBox={`0 0 ${BAR_COUNT * STEP_PX} 44`}
      height="44"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden
    >
      <path d={CALM} />
      <path className="is-bad" d={BAD} />
    </svg>
  );
}
