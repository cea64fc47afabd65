import type { ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';

const WIDTHS = {
  full: 'max-w-[92rem]',
  wide: 'max-w-[80rem]',
  medium: 'max-w-[76rem]',
  reading: 'max-w-[72rem]',
  narrow: 'max-w-[64rem]',
  slim: 'max-w-[60rem]',
  form: 'max-w-[48rem]',
} as const;
const ALIGNS = { start: 'items-start', center: 'items-center', end: 'items-end' } as const;

interface PageProps {
  title: string;
  subtitle?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  width?: keyof typeof WIDTHS;
  /** Where the actions are beside the title. */
  align?: keyof typeof ALIGNS;
  className?: string;
  headerClassName?: string | undefined;
  children: ReactNode;
}

/** A screen of the app below its title. */
export function Page(props: PageProps) {
  const {
    title,
    subtitle,
    actions,
    width = 'full',
    align = 'center',
    className,
    headerClassName,
    children,
  } = props;
  return (
    <div
      className={classNames(
        'mx-auto grid grid-cols-[minmax(0,1fr)] gap-3.5 px-4 py-5 md:px-8 md:py-6',
        WIDTHS[width],
        className,
      )}
    >
      <header className={classNames('flex flex-wrap justify-between gap-3', ALIGNS[align], headerClassName)}>
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {subtitle !== undefined && <p className="text-t2">{subtitle}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
