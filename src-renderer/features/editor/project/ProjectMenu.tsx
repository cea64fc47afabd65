import { EllipsisVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { selectEditorHas } from '../../workspace/index.ts';
import {
  CAPTION_FORMATS,
  exportCaptions,
  exportFolder,
  exportTimeline,
  importCaptions,
  TIMELINE_FORMATS,
} from './interchangeThunks.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

/** Versions of the project, and its way to other programs and machines. */
export function ProjectMenu() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const hasFolders = useSelector(selectEditorHas('hasFolders'));
  const [dialog, setDialog] = useState<'versions' | 'folder' | null>(null);
  const captionsRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <DropdownMenu
        trigger={<IconButton label={t('project.menu')} icon={<EllipsisVertical aria-hidden="true" />} />}
        groups={[
          [{ id: 'versions', label: t('project.versions'), onSelect: () => setDialog('versions') }],
          TIMELINE_FORMATS.map((format) => ({
            id: format,
            label: t('project.exportTimeline', { format: format.toUpperCase() }),
            onSelect: () => void dispatch(exportTimeline(format)),
          })),
          [
            ...CAPTION_FORMATS.map((format) => ({
              id: format,
              label: t('project.exportCaptions', { format: format.toUpperCase() }),
              onSelect: () => dispatch(exportCaptions(format)),
            })),
            {
              id: 'importCaptions',
              label: t('project.importCaptions'),
              onSelect: () => captionsRef.current?.click(),
            },
          ],
          ...(hasFolders
            ? [[{ id: 'folder', label: t('project.exportFolder'), onSelect: () => setDialog('folder') }]]
            : []),
        ]}
      />
      <input
        ref={captionsRef}
        type="file"
        hidden
        aria-label={t('project.importCaptions')}
        accept=".srt,.vtt"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void dispatch(importCaptions(file));
        }}
      />
      {dialog === 'versions' && <VersionsDialog onClose={() => setDialog(null)} />}
      {dialog === 'folder' && (
        <FolderDialog
          texts={{
            title: t('project.folder.title'),
            hint: t('project.folder.hint'),
            path: t('project.folder.path'),
            action: t('project.folder.save'),
          }}
          onPath={async (path) => {
            const result = await dispatch(exportFolder(path));
            return exportFolder.fulfilled.match(result)
              ? t('project.folder.done', { path: result.payload.path })
              : null;
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
