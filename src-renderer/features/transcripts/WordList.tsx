import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ParagraphRow } from './ParagraphRow.tsx';
import { useLitWord } from './useLitWord.ts';
import type { WordListProps } from './wordListProps.ts';

/** A paragraph of two lines; each is measured when it is drawn. */
const USUAL_HEIGHT_PX = 84;

/** All paragraphs, of which those in sight are drawn. */
export function WordList(props: WordListProps) {
  const { reading, selection, heard, isPlaying, onKey } = props;
  const { t } = useTranslation('transcriptEditor');
  const list = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is kept between renders here
  const virtual = useVirtualizer({
    count: reading.paragraphs.length,
    getScrollElement: () => list.current,
    estimateSize: () => USUAL_HEIGHT_PX,
    overscan: 4,
  });
  const { scrollToIndex } = virtual;
  const show = useCallback(
    (paragraph: number) => scrollToIndex(paragraph, { align: 'auto' }),
    [scrollToIndex],
  );
  useLitWord(list, reading, heard, isPlaying, show);
  const { focus, asked } = selection;
  useEffect(() => {
    if (focus === null) return undefined;
    scrollToIndex(reading.paragraphAt[focus] ?? 0, { align: 'auto' });
    if (!asked?.wantsFocus) return undefined;
    // It is drawn when the list has scrolled there.
    const drawn = requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-place="${focus}"]`)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(drawn);
  }, [focus, asked, reading, scrollToIndex]);
  return (
    <div
      ref={list}
      role="group"
      aria-label={t('words')}
      aria-describedby="transcript-keys"
      onKeyDown={onKey}
      onClick={(event) => {
        const place = placeOf(event.target);
        if (place !== null) selection.choose(place, { extends: event.shiftKey });
      }}
      onDoubleClick={(event) => {
        const place = placeOf(event.target);
        if (place !== null) selection.correct(place);
      }}
      className="max-h-[max(20rem,calc(100vh-17rem))] min-h-40 overflow-y-auto max-md:max-h-[60vh] rounded-lg border border-line2 bg-inset px-3 py-2 md:px-4"
    >
      <p id="transcript-keys" className="sr-only">
        {t('keys')}
      </p>
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0 pb-3"
            style={{ transform: `translateY(${start}px)` }}
          >
            <ParagraphRow {...props} index={index} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Which word was pressed; null: none. */
function placeOf(target: EventTarget): number | null {
  const text = target instanceof HTMLElement ? target.dataset.place : undefined;
  return text === undefined ? null : Number(text);
}
