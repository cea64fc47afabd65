import {
  ChevronUp,
  EllipsisVertical,
  FileOutput,
  FolderOpen,
  PenLine,
  Play,
  ShieldCheck,
  Tags,
  Trash2,
  Wrench,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showNotice } from '../../ui/notice.ts';
import { showUndoNotice } from '../../ui/undoNotice.ts';
import { selectIsConnected, selectShowInFolder, selectTakesSupport } from '../workspace/index.ts';
import { DownloadMenu } from './DownloadMenu.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { LabelsDialog } from './LabelsDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { selectWork } from './studioSlice.ts';
import { restoreAndReport } from './restoreAndReport.ts';
import { deleteTake, showTakeFolder, workOnTake } from './studioThunks.ts';

interface RecordingActionsProps {
  take: TakeSummary;
  isOpen: boolean;
  onToggle: () => void;
}

/** What can be done with a recording. */
export function RecordingActions({ take, isOpen, onToggle }: RecordingActionsProps) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const isBusy = useSelector(selectWork(take.id)) !== null;
  const [isRenaming, setRenaming] = useState(false);
  const [isLabelling, setLabelling] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const { id, name, status } = take;
  const hasTracks = take.trackCount > 0;
  const canShow = useSelector(selectShowInFolder)?.supported === true;
  const support = useSelector(selectTakesSupport);
  const canExport = support?.supported === true && support.exports.some((what) => what !== 'files');
  const canDownload = support?.supported === true && support.exports.includes('files');
  const hasFolders = support?.supported === true && support.hasFolders;
  const hasEnd = status === 'finished' || status === 'recovered';
  if (status === 'recording') return null;
  const remove = async () => {
    const result = await dispatch(deleteTake(id));
    if (!deleteTake.fulfilled.match(result)) return;
    showUndoNotice(
      t('recordings.removed', { name }),
      t('recordings.undo'),
      () => void dispatch(restoreAndReport({ id })),
    );
  };
  const showFolder = async () => {
    const result = await dispatch(showTakeFolder({ id, what: 'take', isShown: canShow }));
    if (!showTakeFolder.fulfilled.match(result) || result.payload === null) return;
    await navigator.clipboard.writeText(result.payload);
    showNotice({ tone: 'success', title: t('recordings.folderCopied'), message: result.payload });
  };
  return (
    <div className="flex items-center justify-end gap-1.5">
      {status === 'unfinished' && (
        <Button size="sm" isBusy={isBusy} onClick={() => void dispatch(workOnTake({ kind: 'repair', id }))}>
          <Wrench aria-hidden="true" className="size-3.5" />
          {t('recordings.repair')}
        </Button>
      )}
      {hasEnd && hasTracks && (
        <IconButton
          label={t(isOpen ? 'recordings.close' : 'recordings.play', { name })}
          aria-expanded={isOpen}
          icon={isOpen ? <ChevronUp aria-hidden="true" /> : <Play aria-hidden="true" />}
          disabled={!isConnected}
          onClick={onToggle}
        />
      )}
      {hasEnd && hasTracks && canDownload && <DownloadMenu take={take} disabled={!isConnected} />}
      {hasEnd && hasTracks && canExport && (
        <IconButton
          label={t('recordings.exportOf', { name })}
          icon={<FileOutput aria-hidden="true" />}
          disabled={!isConnected}
          onClick={() => setExporting(true)}
        />
      )}
      <DropdownMenu
        trigger={
          <IconButton
            label={t('recordings.actions', { name })}
            icon={<EllipsisVertical aria-hidden="true" />}
            hasBorder={false}
            disabled={!isConnected}
          />
        }
        groups={[
          ...(hasEnd
            ? [
                [
                  {
                    id: 'rename',
                    label: t('recordings.rename'),
                    icon: <PenLine aria-hidden="true" />,
                    onSelect: () => setRenaming(true),
                  },
                  {
                    id: 'labels',
                    label: t('recordings.labels'),
                    icon: <Tags aria-hidden="true" />,
                    onSelect: () => setLabelling(true),
                  },
                  {
                    id: 'verify',
                    label: t('recordings.verify'),
                    icon: <ShieldCheck aria-hidden="true" />,
                    disabled: isBusy,
                    onSelect: () => void dispatch(workOnTake({ kind: 'verify', id })),
                  },
                ],
              ]
            : []),
          ...(hasFolders
            ? [
                [
                  {
                    id: 'folder',
                    label: t(canShow ? 'recordings.showFolder' : 'recordings.copyFolder'),
                    icon: <FolderOpen aria-hidden="true" />,
                    onSelect: () => void showFolder(),
                  },
                ],
              ]
            : []),
          [
            {
              id: 'remove',
              label: t('recordings.remove'),
              icon: <Trash2 aria-hidden="true" />,
              isDestructive: true,
              disabled: isBusy,
              onSelect: () => void remove(),
            },
          ],
        ]}
      />
      {isExporting && <ExportDialog take={take} onClose={() => setExporting(false)} />}
      {isLabelling && <LabelsDialog takes={[take]} onClose={() => setLabelling(false)} />}
      {isRenaming && <RenameDialog take={take} onClose={() => setRenaming(false)} />}
    </div>
  );
}
