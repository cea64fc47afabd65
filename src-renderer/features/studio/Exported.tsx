import { Copy, FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { ExportedVideo } from '../../../src-shared/contract/takeVideo.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { showNotice } from '../../ui/notice.ts';
import { selectShowInFolder } from '../workspace/index.ts';
import { showTakeFolder } from './studioThunks.ts';

export interface ExportedFiles {
  folder: string;
  files: readonly ({ path: string } | ExportedVideo)[];
}

/** Where the files are, and what was found when they were checked. */
export function Exported({ takeId, folder, files }: ExportedFiles & { takeId: string }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const canShow = useSelector(selectShowInFolder)?.supported === true;
  const copy = async () => {
    await navigator.clipboard.writeText(folder);
    showNotice({ tone: 'success', title: t('recordings.exportDialog.copied') });
  };
  return (
    <div role="status" className="grid gap-1 rounded-lg bg-inset p-3">
      <p className="text-grn-text">{t('recordings.exportDialog.done', { count: files.length })}</p>
      <p className="flex items-center gap-2">
        <code className="min-w-0 grow text-xs break-all text-t1">{folder}</code>
        {canShow && (
          <IconButton
            label={t('recordings.exportDialog.show')}
            icon={<FolderOpen aria-hidden="true" />}
            onClick={() => void dispatch(showTakeFolder({ id: takeId, what: 'exports', isShown: true }))}
          />
        )}
        <IconButton
          label={t('recordings.exportDialog.copy')}
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copy()}
        />
      </p>
      {files.map((file) => 'frames' in file && <Checked key={file.path} file={file} />)}
    </div>
  );
}

function Checked({ file: { frames, seconds, integratedLufs } }: { file: ExportedVideo }) {
  const { t } = useTranslation('studio');
  const loudness =
    integratedLufs === null
      ? t('recordings.exportDialog.videoNoLoudness')
      : t('recordings.exportDialog.videoLoudness', { value: formatFigure(integratedLufs, 1) });
  return (
    <p className="text-xs text-t2">
      {t('recordings.exportDialog.videoDone', { frames, seconds: formatFigure(seconds, 1), loudness })}
    </p>
  );
}
