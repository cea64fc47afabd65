import { ChevronLeft, Keyboard, Redo2, Share, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { edit } from './edits.ts';
import { redone, selectIsUnsaved, selectOpened, tabChosen, undone } from './editorSlice.ts';
import { ProjectMenu } from './project/ProjectMenu.tsx';
import { closeProject } from './projectThunks.ts';
import { NameField } from './timeline/NameField.tsx';

/** The project's name, what was done, and the way to its file. */
export function EditorHeader({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const opened = useSelector(selectOpened);
  const [isRenaming, setIsRenaming] = useState(false);
  if (!opened) return null;
  const { name } = opened.history.present;
  return (
    <header className="flex flex-wrap items-center gap-2">
      <IconButton
        label={t('projects.all')}
        icon={<ChevronLeft aria-hidden="true" />}
        onClick={() => void dispatch(closeProject())}
      />
      <h1 className="sr-only">{t('title')}</h1>
      <div className="min-w-0 max-w-72">
        {isRenaming ? (
          <NameField
            label={t('header.rename')}
            name={name}
            onDone={(next) => {
              setIsRenaming(false);
              if (next !== null) dispatch(edit('renameProject', { name: next }));
            }}
          />
        ) : (
          <button
            type="button"
            title={name}
            onClick={() => setIsRenaming(true)}
            className="block max-w-full truncate rounded px-1 text-base font-semibold text-t1 hover:bg-raise"
          >
            {name}
          </button>
        )}
      </div>
      <SaveState />
      <div className="ml-auto flex items-center gap-2">
        <IconButton
          label={t('header.undo')}
          icon={<Undo2 aria-hidden="true" />}
          disabled={opened.history.past.length === 0}
          onClick={() => dispatch(undone())}
        />
        <IconButton
          label={t('header.redo')}
          icon={<Redo2 aria-hidden="true" />}
          disabled={opened.history.future.length === 0}
          onClick={() => dispatch(redone())}
        />
        <IconButton label={t('header.keys')} icon={<Keyboard aria-hidden="true" />} onClick={onKeys} />
        <ProjectMenu />
        <Button variant="primary" onClick={() => dispatch(tabChosen('export'))}>
          <Share aria-hidden="true" className="size-4" />
          {t('header.export')}
        </Button>
      </div>
    </header>
  );
}

function SaveState() {
  const { t } = useTranslation('editor');
  const save = useSelector(selectOpened)?.save;
  const isUnsaved = useSelector(selectIsUnsaved);
  const text = save === 'failed' ? t('header.unsaved') : isUnsaved ? t('header.saving') : t('header.saved');
  return (
    <span role="status" className={save === 'failed' ? 'text-xs text-red-text' : 'text-xs text-t3'}>
      {text}
    </span>
  );
}
