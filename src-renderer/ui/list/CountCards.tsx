import { classNames } from '../../lib/classNames.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Skeleton } from '../Skeleton.tsx';

interface CountCardsProps<Name extends string> {
  label: string;
  names: readonly Name[];
  /** undefined: not known yet. */
  counts: Readonly<Record<Name, number>> | undefined;
  textOf: (name: Name) => string;
}

/** How many rows there are of which kind. */
export function CountCards<Name extends string>({ label, names, counts, textOf }: CountCardsProps<Name>) {
  const isOdd = names.length % 2 === 1;
  return (
    <dl
      aria-label={label}
      className={classNames('grid grid-cols-2 gap-3.5', isOdd ? 'md:grid-cols-5' : 'md:grid-cols-4')}
    >
      {names.map((name) => (
        <div
          key={name}
          className={classNames(
            'grid gap-1 rounded-xl border border-line bg-panel p-[1.125rem] shadow-panel',
            isOdd && 'first:col-span-2 md:first:col-span-1',
          )}
        >
          <dt className="text-xs text-t2">{textOf(name)}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">
            {counts === undefined ? <Skeleton className="h-8 w-16" /> : formatFigure(counts[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
