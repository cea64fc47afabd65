import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/classNames.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and takes no clicks; the label stays for screen readers. */
  isBusy?: boolean;
  /** Gives the look to the one child instead, e.g. a link. */
  asChild?: boolean;
}

/** A button in the house look. */
export function Button({
  variant = 'secondary',
  size = 'md',
  isBusy = false,
  asChild = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = buttonClassName(variant, size, className);
  if (asChild) {
    return (
      <Slot.Root className={look} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={look}
      {...rest}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy && <Spinner sizePx={14} />}
      {children}
    </button>
  );
}

/** The look alone, for links outside React. */
export function buttonClassName(variant: ButtonVariant, size: ButtonSize, extra?: string): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], extra);
}

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap select-none ' +
  'transition-colors disabled:opacity-50 disabled:pointer-events-none';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:brightness-110',
  secondary: 'border-line2 bg-raise text-t1 hover:border-edge',
  ghost: 'border-transparent bg-transparent text-t2 hover:bg-raise hover:text-t1',
  danger: 'border-red/50 bg-redbg text-red-text hover:border-red',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-8 px-3 text-xs',
  md: 'h-9 px-3.5 text-body',
  lg: 'h-11 px-5 text-sm',
};
