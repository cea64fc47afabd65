import { FileInput, FolderInput } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { selectEditorHas } from '../../workspace/index.ts';
import { listProjects } from '../projectThunks.ts';
import { FolderDialog } from './FolderDialog.tsx';
import { importTimeline } from './importTimeline.ts';
import { importFolder } from './interchangeThunks.ts';

/** Projects that come from elsewhere. */
export function ImportButtons() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const hasFolders = useSelector(selectEditorHas('hasFolders'));
  const [isAsking, setIsAsking] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => inputRef.current?.click()}>
        <FileInput aria-hidden="true" className="size-4" />
        {t('project.importTimeline')}
      </Button>
      {hasFolders && (
        <Button size="sm" onClick={() => setIsAsking(true)}>
          <FolderInput aria-hidden="true" className="size-4" />
          {t('project.importFolder')}
        </Button>
      )}
      <input
        ref={inputRef}
        type="file"
        hidden
        aria-label={t('project.importTimeline')}
        accept=".otio,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void dispatch(importTimeline(file));
        }}
      />
      {isAsking && (
        <FolderDialog
          texts={{
            title: t('project.folder.openTitle'),
            hint: t('project.folder.openHint'),
            path: t('project.folder.openPath'),
            action: t('project.folder.open'),
          }}
          onPath={async (path) => {
            const result = await dispatch(importFolder(path));
            if (!importFolder.fulfilled.match(result)) return null;
            await dispatch(listProjects());
            setIsAsking(false);
            return null;
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
