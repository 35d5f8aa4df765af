import { classNames } from '../class-name.ts';
import spriteUrl from './generated/tech-sprite.svg?no-inline';
import { techSymbol } from './tech-names.ts';

export interface TechIconProps {
  /** Technology or kind in any spelling; unknown ones get a plain dot in a circle. */
  name: string | null | undefined;
  /** Accessible name; without it the icon is decorative. */
  label?: string;
  /** Pixels. Default 14. */
  size?: number;
  className?: string;
}

/** The one-colour mark of a technology, from a sprite that loads with the first icon. */
export function TechIcon({ name, label, size, className }: TechIconProps) {
  const accessible = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named or hidden by its attributes
    <svg
      className={classNames('qd-tech', className)}
      style={size === undefined ? undefined : { width: size, height: size }}
      {...accessible}
    >
      <use href={`${spriteUrl}#${techSymbol(name)}`} />
    </svg>
  );
}
