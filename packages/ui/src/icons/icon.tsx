import { type ComponentType, createElement, isValidElement, type ReactElement, type SVGProps } from 'react';

/** A lucide icon component, or any component that draws an `<svg>`. */
export type IconComponent = ComponentType<SVGProps<SVGSVGElement>>;

/** An icon given as a component (`icon={Play}`) or as an element (`icon={<TechIcon name="http" />}`). */
export type IconProp = IconComponent | ReactElement;

/** Draws an icon prop. Components are hidden from screen readers: the word next to the icon carries the meaning. */
export function renderIcon(icon: IconProp | undefined, className?: string) {
  if (icon === undefined) return null;
  if (isValidElement(icon)) return icon;
  return createElement(icon, { 'aria-hidden': true, className });
}
