import {
  ChevronUp,
  Captions,
  Clapperboard,
  EllipsisVertical,
  FileOutput,
  FolderOpen,
  PenLine,
  Play,
  ShieldCheck,
  Tags,
  TextCursorInput,
  Trash2,
  Wrench,
} from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { DropdownMenu, type MenuItem } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showNotice } from '../../ui/notice.ts';
import { showUndoNotice } from '../../ui/undoNotice.ts';
import { addressOfTranscript, TranscriptDialog } from '../transcripts/index.ts';
import {
  selectEditorSupport,
  selectIsConnected,
  selectShowInFolder,
  selectTakesSupport,
  selectTranscripts,
} from '../workspace/index.ts';
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

type OpenedDialog = 'export' | 'labels' | 'rename' | 'transcript' | null;

/** What can be done with a recording. */
export function RecordingActions({ take, isOpen, onToggle }: RecordingActionsProps) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const isBusy = useSelector(selectWork(take.id)) !== null;
  const [opened, setOpened] = useState<OpenedDialog>(null);
  const { id, name, status } = take;
  const support = useSelector(selectTakesSupport);
  const exports = support?.supported === true ? support.exports : [];
  const isUsable = hasEnd(take) && take.trackCount > 0;
  if (status === 'recording') return null;
  const close = () => setOpened(null);
  return (
    <div className="flex items-center justify-end gap-1.5">
      {status === 'unfinished' && (
        <Button size="sm" isBusy={isBusy} onClick={() => void dispatch(workOnTake({ kind: 'repair', id }))}>
          <Wrench aria-hidden="true" className="size-3.5" />
          {t('recordings.repair')}
        </Button>
      )}
      {isUsable && (
        <IconButton
          label={t(isOpen ? 'recordings.close' : 'recordings.play', { name })}
          aria-expanded={isOpen}
          icon={isOpen ? <ChevronUp aria-hidden="true" /> : <Play aria-hidden="true" />}
          disabled={!isConnected}
          onClick={onToggle}
        />
      )}
      {isUsable && exports.includes('files') && <DownloadMenu take={take} disabled={!isConnected} />}
      {isUsable && exports.some((what) => what !== 'files') && (
        <IconButton
          label={t('recordings.exportOf', { name })}
          icon={<FileOutput aria-hidden="true" />}
          disabled={!isConnected}
          onClick={() => setOpened('export')}
        />
      )}
      <RecordingMenu take={take} onOpen={setOpened} />
      {opened === 'export' && <ExportDialog take={take} onClose={close} />}
      {opened === 'labels' && <LabelsDialog takes={[take]} onClose={close} />}
      {opened === 'transcript' && <TranscriptDialog take={take} onClose={close} />}
      {opened === 'rename' && <RenameDialog take={take} onClose={close} />}
    </div>
  );
}

const hasEnd = ({ status }: TakeSummary) => status === 'finished' || status === 'recovered';

interface RecordingMenuProps {
  take: TakeSummary;
  onOpen: (dialog: 'rename' | 'labels' | 'transcript') => void;
}

/** What is done less often. */
function RecordingMenu({ take, onOpen }: RecordingMenuProps) {
  const { t } = useTranslation('studio');
  const isConnected = useSelector(selectIsConnected);
  const isBusy = useSelector(selectWork(take.id)) !== null;
  const support = useSelector(selectTakesSupport);
  const canShow = useSelector(selectShowInFolder)?.supported === true;
  const transcripts = useTranscriptItems(take, () => onOpen('transcript'));
  const canEdit = useSelector(selectEditorSupport)?.supported === true;
  const { edit, verify, remove, showFolder } = useMenuActions(take, canShow);
  const editing: MenuItem = {
    id: 'edit',
    label: t('recordings.editVideo'),
    icon: <Clapperboard aria-hidden="true" />,
    onSelect: () => void edit(),
  };
  const ofEnded: MenuItem[] = [
    ...(canEdit && take.trackCount > 0 ? [editing] : []),
    {
      id: 'rename',
      label: t('recordings.rename'),
      icon: <PenLine aria-hidden="true" />,
      onSelect: () => onOpen('rename'),
    },
    {
      id: 'labels',
      label: t('recordings.labels'),
      icon: <Tags aria-hidden="true" />,
      onSelect: () => onOpen('labels'),
    },
    ...transcripts,
    {
      id: 'verify',
      label: t('recordings.verify'),
      icon: <ShieldCheck aria-hidden="true" />,
      disabled: isBusy,
      onSelect: () => void verify(),
    },
  ];
  const folder: MenuItem = {
    id: 'folder',
    label: t(canShow ? 'recordings.showFolder' : 'recordings.copyFolder'),
    icon: <FolderOpen aria-hidden="true" />,
    onSelect: () => void showFolder(),
  };
  const removal: MenuItem = {
    id: 'remove',
    label: t('recordings.remove'),
    icon: <Trash2 aria-hidden="true" />,
    isDestructive: true,
    disabled: isBusy,
    onSelect: () => void remove(),
  };
  const hasFolders = support?.supported === true && support.hasFolders;
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={t('recordings.actions', { name: take.name })}
          icon={<EllipsisVertical aria-hidden="true" />}
          hasBorder={false}
          disabled={!isConnected}
        />
      }
      groups={[...(hasEnd(take) ? [ofEnded] : []), ...(hasFolders ? [[folder]] : []), [removal]]}
    />
  );
}

/** What was said; none where this host makes no transcripts. */
function useTranscriptItems({ id, trackCount }: TakeSummary, onOpen: () => void): MenuItem[] {
  const { t } = useTranslation('studio');
  const navigate = useNavigate();
  const support = useSelector(selectTranscripts);
  if (support?.supported !== true || trackCount === 0) return [];
  return [
    {
      id: 'transcript',
      label: t('recordings.transcript'),
      icon: <Captions aria-hidden="true" />,
      onSelect: onOpen,
    },
    {
      id: 'editTranscript',
      label: t('recordings.editTranscript'),
      icon: <TextCursorInput aria-hidden="true" />,
      onSelect: () => void navigate(addressOfTranscript(id)),
    },
  ];
}

function useMenuActions({ id, name }: TakeSummary, canShow: boolean) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return {
    edit: () => navigate(`${ROUTES.videoEditor}?take=${encodeURIComponent(id)}`),
    verify: () => dispatch(workOnTake({ kind: 'verify', id })),
    remove: async () => {
      const result = await dispatch(deleteTake(id));
      if (!deleteTake.fulfilled.match(result)) return;
      showUndoNotice(
        t('recordings.removed', { name }),
        t('recordings.undo'),
        () => void dispatch(restoreAndReport({ id })),
      );
    },
    showFolder: async () => {
      const result = await dispatch(showTakeFolder({ id, what: 'take', isShown: canShow }));
      if (!showTakeFolder.fulfilled.match(result) || result.payload === null) return;
      await navigator.clipboard.writeText(result.payload);
      showNotice({ tone: 'success', title: t('recordings.folderCopied'), message: result.payload });
    },
  };
}
