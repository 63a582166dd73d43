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
  ink: 'border-transparent text-ink hover:bg-blush', // the variant for buttons that every row of a list repeats
};
const OFF = 'border-transparent bg-line text-soft';

interface Look {
  variant?: ButtonVariant | undefined;
  /** Makes the button 44 px high instead of 48. */
  isSmall?: boolean | undefined;
  isBlock?: boolean | undefined;
  /** Shown before the label; a spinner replaces it while the button is busy. */
  icon?: LucideIcon | undefined;
}

const isText = (variant: ButtonVariant): boolean => ['text', 'danger-text', 'ink'].includes(variant);

const looks = ({ variant = 'primary', isSmall, isBlock }: Look, isOff = false): string =>
  cx(
    SHAPE,
    isOff ? OFF : VARIANTS[variant],
    isSmall ? 'min-h-11 py-2 text-small' : 'min-h-12 py-2.5',
    isText(variant) ? 'px-3' : isSmall ? 'px-3.5' : 'px-5',
    isBlock && 'w-full',
  );

const iconOf = ({ icon: Icon, isSmall }: Look) =>
  Icon && <Icon aria-hidden="true" size={isSmall ? 18 : 20} strokeWidth={1.75} />;

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'aria-busy' | 'aria-disabled'> {
  /** Shows a spinner and ignores presses. The button keeps the focus; `disabled` would lose it. */
  isBusy?: boolean | undefined;
}

export function Button(props: ButtonProps) {
  const { variant, isSmall, isBlock, icon, isBusy = false, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
      className={cx(looks(props, rest.disabled), isBusy && 'cursor-progress', className)}
    >
      {isBusy ? (
        <span
          aria-hidden="true"
          className="size-4.5 shrink-0 animate-turn rounded-pill border-2 border-current border-r-transparent"
        />
      ) : (
        iconOf(props)
      )}
      {children}
    </button>
  );
}

export interface ButtonLinkProps
  extends Look,
    Pick<ComponentProps<'a'>, 'children' | 'className' | 'onClick'> {
  to: string;
  /** The `aria-description`, for a label that is ambiguous alone. */
  description?: string | undefined;
}

export function ButtonLink({ to, description, className, children, onClick, ...look }: ButtonLinkProps) {
  return (
    <Link
      to={to}
      {...(onClick && { onClick })}
      aria-description={description}
      className={cx(looks(look), className)}
    >
      {iconOf(look)}
      {children}
    </Link>
  );
}

type ButtonAnchorProps = Look & Pick<ComponentProps<'a'>, 'href' | 'children' | 'className'>;

/** A ButtonLink for an address outside the app: `tel:`, a map, a social network. */
export function ButtonAnchor({ href, children, className, ...look }: ButtonAnchorProps) {
  return (
    <a href={href} className={cx(looks(look), className)}>
      {iconOf(look)}
      {children}
    </a>
  );
}

const ICON_SHAPE =
  'relative inline-grid size-11 shrink-0 place-items-center rounded-card border transition-colors hover:bg-blush disabled:text-soft disabled:hover:bg-transparent print:hidden';
const PLAIN = 'border-transparent';
const EDGED = 'border-edge bg-card';

interface IconLook {
  icon: LucideIcon;
  /** The accessible name. */
  label: string;
  /** The `aria-description`: the badge in words, or the name of the person that the button is about. */
  description?: string | undefined;
  isEdged?: boolean;
  className?: string | undefined;
}

/** The attributes and the content of an icon button, except its accessible name. */
function iconAttributes({ icon: Icon, label, description, isEdged, className, ...rest }: IconLook) {
  return {
    ...rest,
    'aria-description': description,
    className: cx(ICON_SHAPE, isEdged ? EDGED : PLAIN, className),
    children: <Icon aria-hidden="true" size={20} strokeWidth={1.75} />,
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
