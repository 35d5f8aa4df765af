import { describe, expect, it } from 'vitest';
import { stripScale, stripShape } from './strip-geometry.ts';

const layout = { barPx: 2, gapPx: 1, heightPx: 18 };

describe('the status strip', () => {
  it('draws the slowest result at full height and a faster one lower', () => {
    const shape = stripShape(
      [
        { state: 'healthy', value: 25 },
        { state: 'healthy', value: 400 },
      ],
      layout,
      400,
    );
    expect(shape.paths.healthy).toBe('M0 9h2v6h-2zM3 1h2v14h-2z');
  });

  it('keeps a calm strip low', () => {
    expect(
      stripScale([
        { state: 'healthy', value: 100 },
        { state: 'healthy', value: 110 },
        { state: 'healthy', value: 105 },
      ]),
    ).toBe(945);
  });

  it('gives failing results a notch and a visible height even when they fail at once', () => {
    const shape = stripShape(
      [
        { state: 'unhealthy', value: 1 },
        { state: 'healthy', value: 1000 },
      ],
      layout,
    );
    expect(shape.paths.unhealthy).toBe('M0 5h2v10h-2zM0 16h2v2h-2z');
    expect(shape.paths.healthy).not.toContain('M3 16');
  });

  it('draws missing results at the lowest height whatever their value', () => {
    expect(stripShape([{ state: 'unknown', value: 900 }], layout, 900).paths.unknown).toBe('M0 12h2v3h-2z');
  });

  it('has no trailing gap', () => {
    expect(
      stripShape(
        Array.from({ length: 24 }, () => ({ state: 'healthy' as const })),
        layout,
      ).width,
    ).toBe(71);
    expect(stripShape([], layout).width).toBe(0);
  });
});
