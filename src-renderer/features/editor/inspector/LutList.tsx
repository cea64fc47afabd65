import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Clip } from '../../../../src-shared/domain/edit/document.ts';
import { classNames } from '../../../lib/classNames.ts';
import { selectProject } from '../editorSlice.ts';
import { useClipEdit } from './useClipEdit.ts';

/** The LUTs of the project, by category, each with what it makes of a ramp of colours. */
export function LutList({ clip, clipIds }: { clip: Clip; clipIds: readonly string[] }) {
  const { t } = useTranslation('editor');
  const project = useSelector(selectProject);
  const { keep } = useClipEdit(clipIds);
  const luts = Object.values(project?.luts ?? {});
  return (
    <section aria-label={t('color.luts')} className="grid gap-2 border-t border-line2 pt-4">
      <div className="flex items-center justify-between">
        <h3 className="text-xs font-semibold text-t1">{t('color.luts')}</h3>
      </div>
      <ul className="grid gap-1">
        <li>
          <LutButton
            name={t('color.noLut')}
            isChosen={clip.lutId === null}
            onChoose={() => keep({ lutId: null })}
          />
        </li>
        {luts.map(({ id, name, category }) => (
          <li key={id}>
            <LutButton
              name={name}
              category={category}
              isChosen={clip.lutId === id}
              onChoose={() => keep({ lutId: id })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LutButtonProps {
  name: string;
  category?: string;
  isChosen: boolean;
  onChoose: () => void;
}

function LutButton({ name, category, isChosen, onChoose }: LutButtonProps) {
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
      <span className="grow truncate">{name}</span>
      {category !== undefined && <span className="text-t3">{category}</span>}
    </button>
  );
}
