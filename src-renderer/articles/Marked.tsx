import { Fragment } from 'react';
import { marksIn } from './search.ts';

/** A text with what was looked for marked in it. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const marks = marksIn(text, words);
  if (marks.length === 0) return text;
  return (
    <>
      {marks.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(marks[index - 1]?.to ?? 0, from)}
          <mark className="rounded-sm bg-ambbg px-px text-t1 ring-1 ring-amb/40 print:bg-transparent print:ring-0">
            {text.slice(from, to)}
          </mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to)}
    </>
  );
}
