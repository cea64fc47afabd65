import { useMemo, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Clip, Lut } from '../../../../src-shared/domain/edit/document.ts';
import { BUILT_IN_LUTS, builtInLut, lutPreview } from '../../../../src-shared/domain/edit/luts.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { selectProject } from '../editorSlice.ts';
import { applyLut, importLut } from '../lutThunks.ts';

/** Ours and those of the project, each with its category and what it makes of some colours. */
export function LutList({ clip, clipIds }: { clip: Clip; clipIds: readonly string[] }) {
  const { t } = useTranslation(['editor', 'editing']);
  const dispatch = useAppDispatch();
  const luts = useSelector(selectProject)?.luts;
  const listed = useMemo(() => listOf(luts ?? {}), [luts]);
  const isOurs = ({ id }: ListedLut) => BUILT_IN_LUTS.some((one) => one.id === id);
  // Names of ours are keys of the texts, which `luts.test.ts` checks.
  const named = (lut: ListedLut): ListedLut =>
    isOurs(lut)
      ? {
          ...lut,
          name: t(`editing:luts.${lut.id as 'night'}`),
          category: t(`editing:lutCategories.${CATEGORY_TEXTS[lut.category as keyof typeof CATEGORY_TEXTS]}`),
        }
      : lut;
  const inputRef = useRef<HTMLInputElement>(null);
  const choose = (lutId: string | null) => dispatch(applyLut(clipIds, lutId));
  return (
    <section aria-label={t('color.luts')} className="grid gap-2 border-t border-line2 pt-4">
      <div className="flex items-center justify-between">
        <h3 className="text-xs font-semibold text-t1">{t('color.luts')}</h3>
        <Button size="sm" onClick={() => inputRef.current?.click()}>
          {t('color.importLut')}
        </Button>
        <input
          ref={inputRef}
          type="file"
          accept=".cube"
          hidden
          aria-label={t('color.importLut')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) void dispatch(importLut({ file, category: t('color.imported') }));
          }}
        />
      </div>
      <ul className="grid gap-1">
        <li>
          <LutButton name={t('color.noLut')} isChosen={clip.lutId === null} onChoose={() => choose(null)} />
        </li>
        {listed.map((lut) => (
          <li key={lut.id}>
            <LutButton {...named(lut)} isChosen={clip.lutId === lut.id} onChoose={() => choose(lut.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The category of one of ours, as a project keeps it, and its text. */
const CATEGORY_TEXTS = {
  Film: 'film',
  'Warm & cool': 'warmCool',
  'Black & white': 'blackWhite',
  Correction: 'correction',
} as const;

interface ListedLut {
  id: string;
  name: string;
  category: string;
  colours: readonly string[];
}

function listOf(luts: Readonly<Record<string, Lut>>): ListedLut[] {
  const ours = BUILT_IN_LUTS.flatMap(({ id }) => luts[id] ?? builtInLut(id) ?? []);
  const imported = Object.values(luts).filter(({ id }) => !BUILT_IN_LUTS.some((one) => one.id === id));
  return [...ours, ...imported].map((lut) => ({
    id: lut.id,
    name: lut.name,
    category: lut.category,
    colours: lutPreview(lut) ?? [],
  }));
}

interface LutButtonProps {
  name: string;
  category?: string;
  colours?: readonly string[];
  isChosen: boolean;
  onChoose: () => void;
}

function LutButton({ name, category, colours = [], isChosen, onChoose }: LutButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        'flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-xs hover:bg-raise',
        isChosen && 'bg-accbg text-accent-text',
      )}
    >
      <span className="min-w-0 grow">
        <span className="block truncate">{name}</span>
        {category !== undefined && <span className="block text-2xs text-t2">{category}</span>}
      </span>
      {colours.length > 0 && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${colours.length} 1`}
          preserveAspectRatio="none"
          className="h-5 w-16 rounded"
        >
          {colours.map((colour, index) => (
            <rect key={index} x={index} width={1.02} height={1} fill={colour} />
          ))}
        </svg>
      )}
    </button>
  );
}
