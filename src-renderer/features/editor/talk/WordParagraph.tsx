import { memo } from 'react';
import { classNames } from '../../../lib/classNames.ts';
import type { Paragraph } from './wordSelection.ts';

export const wordIdOf = (index: number): string => `word-${index}`;

interface WordParagraphProps {
  paragraph: Paragraph;
  speaker: string;
  /** Of what is selected in the whole list; -1: nothing. */
  from: number;
  to: number;
}

/** What one speaker says without a pause; drawn again only where the selection touches it. */
export const WordParagraph = memo(
  function WordParagraph({ paragraph: { first, words }, speaker, from, to }: WordParagraphProps) {
    return (
      <div
        role="group"
        aria-label={speaker}
        className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
      >
        <span aria-hidden="true" className="block text-2xs font-semibold text-t3">
          {speaker}
        </span>
        {words.map(({ text }, at) => {
          const index = first + at;
          const isSelected = index >= from && index <= to;
          return (
            <span
              key={index}
              id={wordIdOf(index)}
              role="option"
              aria-selected={isSelected}
              data-word={index}
              className={classNames(
                'rounded-sm px-px py-0.5 hover:bg-raise',
                isSelected ? 'bg-accbg text-accent-text' : 'text-t1',
              )}
            >
              {text}{' '}
            </span>
          );
        })}
      </div>
    );
  },
  (before, after) =>
    before.paragraph === after.paragraph &&
    before.speaker === after.speaker &&
    spanIn(before) === spanIn(after),
);

/** Which of its own words are selected. */
function spanIn({ paragraph: { first, words }, from, to }: WordParagraphProps): string {
  const [start, end] = [Math.max(from, first), Math.min(to, first + words.length - 1)];
  return from < 0 || start > end ? '' : `${start}-${end}`;
}
