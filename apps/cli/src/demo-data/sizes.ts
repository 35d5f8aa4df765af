/** How much of everything there is. */
export interface DemoSize {
  /** Rounded up to whole canaries of ten. */
  readonly checks: number;
  readonly items: number;
  readonly components: number;
  readonly changes: number;
  readonly incidents: number;
  readonly insights: number;
  readonly people: number;
  readonly runs: number;
  readonly messages: number;
  readonly jobs: number;
}

export const SCALES = {
  small: {
    checks: 100,
    items: 500,
    components: 60,
    changes: 3_000,
    incidents: 20,
    insights: 150,
    people: 24,
    runs: 60,
    messages: 300,
    jobs: 400,
  },
  medium: {
    checks: 1_000,
    items: 10_000,
    components: 500,
    changes: 100_000,
    incidents: 200,
    insights: 2_500,
    people: 60,
    runs: 1_000,
    messages: 5_000,
    jobs: 3_000,
  },
  large: {
    checks: 10_000,
    items: 100_000,
    components: 5_000,
    changes: 1_000_000,
    incidents: 2_000,
    insights: 20_000,
    people: 200,
    runs: 20_000,
    messages: 50_000,
    jobs: 20_000,
  },
} as const satisfies Record<string, DemoSize>;

export type DemoScale = keyof typeof SCALES;

export function isScale(text: string): text is DemoScale {
  return Object.hasOwn(SCALES, text);
}

/** The size of a scale, with another number of checks when one is given. */
export function sizeOf(scale: DemoScale, checks?: number): DemoSize {
  return { ...SCALES[scale], ...(checks === undefined ? {} : { checks }) };
}
