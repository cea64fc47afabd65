import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';

interface CorrectionFieldProps {
  text: string;
  original: string;
  /** null: nothing changes. `isNext`: the next word is corrected then. */
  onDone: (text: string | null, isNext: boolean) => void;
}

/** A word that is being corrected, in its place. Empty, it is left out. */
export function CorrectionField({ text, original, onDone }: CorrectionFieldProps) {
  const { t } = useTranslation('transcriptEditor');
  const [typed, setTyped] = useState(text);
  /** A field that goes loses the focus too. */
  const isOver = useRef(false);
  const end = (next: string | null, isNext: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    onDone(next, isNext);
  };
  const finish = (isNext: boolean) => {
    const next = typed.trim().replace(/\s+/g, ' ');
    end(next === text ? null : next, isNext);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') end(null, false);
    else if (event.key === 'Enter') finish(false);
    else if (event.key === 'Tab' && !event.shiftKey) finish(true);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        aria-label={t('correction', { word: original })}
        ref={chooseAll}
        value={typed}
        maxLength={200}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish(false)}
        style={{ width: `${Math.max(3, typed.length + 1)}ch` }}
        className="max-w-full rounded-sm border border-accent bg-panel px-1 text-t1"
      />{' '}
    </>
  );
}

const chooseAll = (field: HTMLInputElement | null) => {
  if (!field || document.activeElement === field) return;
  field.focus();
  field.select();
};
