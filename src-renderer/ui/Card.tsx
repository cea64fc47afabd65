import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';

/** A panel that groups what belongs together. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={classNames('rounded-xl border border-line bg-panel p-[1.125rem] shadow-panel', className)}
      {...rest}
    />
  );
}

/** A panel that a list fills to its edges. */
export function Panel({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={classNames('overflow-hidden rounded-xl border border-line bg-panel shadow-panel', className)}
      {...rest}
    />
  );
}

/** The first line of a card: its title, and what can be done at its right. */
export function CardHeader({ title, actions, id }: { title: ReactNode; actions?: ReactNode; id?: string }) {
  return (
    <header className="mb-4 flex items-center justify-between gap-3">
      <h2 id={id} className="text-body font-semibold text-t1">
        {title}
      </h2>
      {actions}
    </header>
  );
}
