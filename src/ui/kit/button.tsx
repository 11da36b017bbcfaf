import type { ComponentProps } from 'react';
import * as css from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

/** `own` has only the styles of its `className`. */
type Look = 'plain' | 'primary' | 'quiet' | 'link' | 'own';

const LOOKS: Readonly<Record<Look, string>> = {
  plain: css.button,
  primary: `${css.button} ${css.primary}`,
  quiet: `${css.button} ${css.quiet}`,
  link: css.link,
  own: '',
};

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly look?: Look;
  readonly icon?: IconName;
  /** The text; `children` for anything richer. */
  readonly label?: string;
  /** A text is the reason, shown as the tooltip. */
  readonly disabled?: boolean | string;
  /** True while its action runs. */
  readonly isBusy?: boolean;
}

export function Button(props: ButtonProps) {
  const { look = 'plain', icon, label, disabled, isBusy = false, className, title, children, ...rest } = props;
  return (
    <button
      type="button"
      className={toClass(LOOKS[look], className)}
      disabled={isBusy || (disabled !== undefined && disabled !== false)}
      aria-busy={isBusy || undefined}
      title={typeof disabled === 'string' ? disabled : title}
      {...rest}
    >
      {icon && <Icon name={icon} size={16} />}
      {label}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  readonly icon: IconName;
  readonly label: string;
  readonly size?: number;
}

/** A button that shows only an icon. */
export function IconButton({ icon, label, size = 16, look = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button look={look} aria-label={label} {...rest} className={toClass(css.icon, rest.className)}>
      <Icon name={icon} size={size} />
    </Button>
  );
}

interface LinkProps extends ComponentProps<'a'> {
  readonly look?: Look;
  readonly label: string;
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'plain', label, ...rest }: LinkProps) {
  return (
    <a {...rest} className={LOOKS[look]}>
      {label}
    </a>
  );
}

export function toClass(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
