import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'text' | 'danger-text' | 'ink';

const SHAPE =
  'inline-flex items-center justify-center gap-2 rounded-card border font-semibold text-center text-balance no-underline transition-colors print:hidden';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-white hover:bg-accent-deep',
  quiet: 'border-edge bg-card text-link hover:border-link hover:bg-blush',
  danger: 'border-transparent bg-danger text-white hover:bg-danger-deep',
  text: 'border-transparent text-link hover:bg-blush',
  'danger-text': 'border-transparent text-error hover:bg-error-tint',
  ink: 'border-transparent text-ink hover:bg-blush', // for a button that is repeated in every row of a list
};
const OFF = 'border-transparent bg-line text-soft';

interface Look {
  variant?: ButtonVariant | undefined;
  /** Makes the button 44 px high instead of 48. */
  isSmall?: boolean | undefined;
  isBlock?: boolean | undefined;
  /** Shown before the label; a spinner replaces it while the button is busy. */
  icon?: LucideIcon | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

const isText = (variant: ButtonVariant): boolean => ['text', 'danger-text', 'ink'].includes(variant);

const SPINNER = (
  <span
    aria-hidden="true"
    className="size-4.5 shrink-0 animate-turn rounded-pill border-2 border-current border-r-transparent"
  />
);

/** The attributes and the content of a button, or of a link that looks like a button. */
function attributes<Props extends Look>(props: Props, isOff = false, isBusy = false) {
  const { variant = 'primary', isSmall, isBlock, icon: Icon, className, children, ...rest } = props;
  return {
    ...rest,
    className: cx(
      SHAPE,
      isOff ? OFF : VARIANTS[variant],
      isSmall ? 'min-h-11 py-2 text-small' : 'min-h-12 py-2.5',
      isText(variant) ? 'px-3' : isSmall ? 'px-3.5' : 'px-5',
      isBlock && 'w-full',
      isBusy && 'cursor-progress',
      className,
    ),
    children: (
      <>
        {isBusy ? SPINNER : Icon && <Icon size={isSmall ? 18 : 20} />}
        {children}
      </>
    ),
  };
}

export interface ButtonProps
  extends Look,
    Omit<ComponentProps<'button'>, 'aria-busy' | 'aria-disabled' | keyof Look> {
  /** Shows a spinner and ignores presses. The button keeps the focus; `disabled` would lose it. */
  isBusy?: boolean | undefined;
}

export const Button = ({ isBusy = false, ...props }: ButtonProps) => (
  <button
    type="button"
    {...attributes(props, props.disabled, isBusy)}
    aria-busy={isBusy || undefined}
    aria-disabled={isBusy || undefined}
    onClick={isBusy ? (event) => event.preventDefault() : props.onClick}
  />
);

export interface ButtonLinkProps extends Look {
  to: string;
  /** The `aria-description`, for a label that is ambiguous alone. */
  description?: string | undefined;
  onClick?: () => void;
}

export const ButtonLink = ({ description, ...props }: ButtonLinkProps) => (
  <Link aria-description={description} {...attributes(props)} />
);

/** A ButtonLink for an address outside the app: `tel:`, a map, a social network. */
export const ButtonAnchor = (props: Look & { href: string }) => <a {...attributes(props)} />;

const ICON_SHAPE =
  'relative inline-grid size-11 shrink-0 place-items-center rounded-card border transition-colors hover:bg-blush disabled:text-soft disabled:hover:bg-transparent print:hidden';
const PLAIN = 'border-transparent';
const EDGED = 'border-edge bg-card';

interface IconLook {
  icon: LucideIcon;
  label: string;
  /** The `aria-description`: the badge in words, or the name of the person that the button is about. */
  description?: string | undefined;
  isEdged?: boolean;
  className?: string | undefined;
}

function iconAttributes({ icon: Icon, label, description, isEdged, className, ...rest }: IconLook) {
  return {
    ...rest,
    'aria-description': description,
    className: cx(ICON_SHAPE, isEdged ? EDGED : PLAIN, className),
    children: <Icon />,
  };
}

type IconButtonProps = IconLook & Omit<ComponentProps<'button'>, 'aria-label' | 'aria-description'>;

export const IconButton = (props: IconButtonProps) => (
  <button type="button" aria-label={props.label} {...iconAttributes(props)} />
);

/** An IconLink for `tel:` and other addresses outside the app. */
export const IconAnchor = (props: IconLook & { href: string }) => (
  <a href={props.href} aria-label={props.label} {...iconAttributes(props)} />
);

/** A link shown as an icon. The name is visually hidden text: an aria-label would replace the badge's visible number (WCAG 2.5.3). */
export function IconLink({ badge, ...props }: IconLook & { to: string; badge?: ReactNode }) {
  const { children, ...attributes } = iconAttributes(props);
  return (
    <Link to={props.to} {...attributes}>
      {children}
      <span className="sr-only">{props.label}</span>
      {badge}
    </Link>
  );
}
