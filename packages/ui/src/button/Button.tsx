import { ChevronDown, LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-name.ts';
import { type IconProp, renderIcon } from '../icons/icon.tsx';
import { Link } from '../link/Link.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';

export type ButtonVariant = 'primary' | 'outline' | 'ghost' | 'danger' | 'danger-solid';
export type ButtonSize = 's' | 'm' | 'l';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  children?: ReactNode;
  /** `danger` is outlined; `danger-solid` is for the confirming button of a real loss. Default `outline`. */
  variant?: ButtonVariant;
  /** 24, 28 or 36 px high. Default `m`. */
  size?: ButtonSize;
  icon?: IconProp;
  /** Icon after the text. */
  iconEnd?: IconProp;
  /** Shows the chevron of a button that opens a menu or picker. */
  hasMenu?: boolean;
  /** Shows a spinner and ignores clicks; the width may change with the text, so keep the text. */
  loading?: boolean;
  /** Disables the button but keeps it focusable, with the reason as its tooltip. */
  disabledReason?: string;
  /** Toggle state (`aria-pressed`). */
  pressed?: boolean;
  fullWidth?: boolean;
  /** Renders a link with the look of a button. */
  href?: string;
  target?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** The button. One primary per view; inside bars and panels use ghost. */
export function Button(props: ButtonProps) {
  const {
    children,
    variant = 'outline',
    size = 'm',
    icon,
    iconEnd,
    hasMenu,
    loading,
    disabledReason,
    pressed,
    fullWidth,
  } = props;
  const { href, target, className, onClick, disabled, type, ref, ...attributes } = omitOwn(props);
  const classes = classNames(
    'qd-btn',
    variant !== 'outline' && `qd-btn-${variant}`,
    size !== 'm' && `qd-btn-${size}`,
    fullWidth && 'qd-btn-full',
    className,
  );
  const content = (
    <>
      {loading ? <LoaderCircle className="qd-spin" aria-hidden /> : renderIcon(icon)}
      {children !== undefined && <span>{children}</span>}
      {renderIcon(iconEnd)}
      {hasMenu && <ChevronDown className="qd-btn-end" aria-hidden />}
    </>
  );
  if (href !== undefined && !disabled && !disabledReason) {
    return (
      <Link href={href} target={target} className={classes} aria-label={attributes['aria-label']} title={attributes.title}>
        {content}
      </Link>
    );
  }
  const blocked = loading || disabledReason !== undefined;
  const button = (
    <button
      {...attributes}
      ref={ref}
      type={type ?? 'button'}
      className={classes}
      disabled={disabled && !disabledReason}
      aria-disabled={blocked || undefined}
      aria-busy={loading || attributes['aria-busy']}
      aria-pressed={pressed}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
    >
      {content}
    </button>
  );
  return disabledReason ? <Tooltip content={disabledReason}>{button}</Tooltip> : button;
}

function omitOwn(props: ButtonProps) {
  const { children, variant, size, icon, iconEnd, hasMenu, loading, disabledReason, pressed, fullWidth, ...rest } = props;
  return rest;
}
