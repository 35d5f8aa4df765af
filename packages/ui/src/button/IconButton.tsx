import { classNames } from '../class-name.ts';
import { type IconProp, renderIcon } from '../icons/icon.tsx';
import { Link } from '../link/Link.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { Button, type ButtonProps } from './Button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'iconEnd' | 'hasMenu' | 'fullWidth'> {
  icon: IconProp;
  /** Accessible name, also the tooltip. */
  label: string;
  /** Shows a small dot: there is something new behind the button. */
  hasNews?: boolean;
  /** Replaces the tooltip text, for example with a shortcut; `false` shows none. */
  tooltip?: string | false;
}

/** A square button with an icon. Ghost unless told otherwise. */
export function IconButton({ icon, label, hasNews, tooltip, variant = 'ghost', className, href, ...rest }: IconButtonProps) {
  const classes = classNames('qd-btn-icon', hasNews && 'qd-btn-dot', className);
  const button =
    href !== undefined && !rest.disabled && !rest.disabledReason ? (
      <Link
        href={href}
        target={rest.target}
        aria-label={label}
        className={classNames('qd-btn', `qd-btn-${variant}`, rest.size === 's' && 'qd-btn-s', classes)}
      >
        {renderIcon(icon)}
      </Link>
    ) : (
      <Button {...rest} icon={icon} variant={variant} className={classes} aria-label={label} />
    );
  if (tooltip === false || rest.disabledReason) return button;
  return (
    <Tooltip content={tooltip ?? label} isName>
      {button}
    </Tooltip>
  );
}
