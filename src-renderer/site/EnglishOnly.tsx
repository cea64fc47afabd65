import { classNames } from '../lib/classNames.ts';
import { useLanguage } from './useLanguage.ts';

/** Says in the reader's language that what follows is in English alone; nothing where that is the reader's. */
export function EnglishOnly({ text, className }: { text: string; className?: string }) {
  if (useLanguage() === 'en') return null;
  return (
    <p
      className={classNames('rounded-lg border border-line2 bg-raise px-4 py-2.5 text-sm text-t2', className)}
    >
      {text}
    </p>
  );
}
