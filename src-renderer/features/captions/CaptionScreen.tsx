import './texts.ts';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { CaptionLines } from './CaptionLines.tsx';
import { followCaptions, selectCaptionLines, selectCaptions } from './captionsSlice.ts';

/** Of letters, in pixels. */
const SIZES = [20, 26, 34, 44, 56, 72] as const;
const SIZE_KEY = 'sounddesk-caption-size';
/** The newest are read; the others are in the studio. */
const SHOWN_LINES = 30;

/** Captions alone, in large letters: for a window of their own, which can be shared or captured. */
export default function CaptionScreen() {
  const { t } = useTranslation('captions');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const loaded = useSelector(selectCaptions);
  const lines = useSelector(selectCaptionLines).slice(-SHOWN_LINES);
  const { size, larger, smaller } = useLetterSize();
  useDocumentTitle(t('window.title'));
  useEffect(() => (isConnected ? dispatch(followCaptions()) : undefined), [dispatch, isConnected]);
  const state = dataOf(loaded);
  const notice = !isConnected
    ? t('window.noConnection')
    : loaded.status === 'failed'
      ? loaded.error.message
      : state !== null && !state.isOn
        ? t('window.off')
        : lines.length === 0
          ? t('window.waiting')
          : null;
  return (
    <main className="group relative grid h-dvh grid-rows-[minmax(0,1fr)_auto] bg-bg">
      <h1 className="sr-only">{t('window.title')}</h1>
      <div className="grid min-h-0 items-end" style={{ fontSize: `${size}px`, lineHeight: 1.3 }}>
        <CaptionLines lines={lines} label={t('window.title')} className="max-h-full px-6 py-4" />
      </div>
      {notice !== null && (
        <p role="status" className="px-6 pb-4 text-t2">
          {notice}
        </p>
      )}
      <div className="absolute top-2 right-2 flex gap-1 rounded-lg bg-panel opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <IconButton
          label={t('window.smaller')}
          icon={<Minus aria-hidden="true" />}
          disabled={smaller === null}
          onClick={() => smaller?.()}
        />
        <IconButton
          label={t('window.larger')}
          icon={<Plus aria-hidden="true" />}
          disabled={larger === null}
          onClick={() => larger?.()}
        />
      </div>
    </main>
  );
}

/** Kept in this browser. */
function useLetterSize() {
  const [index, setIndex] = useState(() => {
    const kept = SIZES.findIndex((size) => String(size) === localStorage.getItem(SIZE_KEY));
    return kept < 0 ? 2 : kept;
  });
  const to = (next: number) => {
    const size = SIZES[next];
    if (size === undefined) return null;
    return () => {
      localStorage.setItem(SIZE_KEY, String(size));
      setIndex(next);
    };
  };
  return { size: SIZES[index] ?? SIZES[2], larger: to(index + 1), smaller: to(index - 1) };
}
