import { Copy, Download, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { CLIPPING_DBTP, SAFE_DBTP } from '../../../src-shared/domain/soundExport.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { selectShowInFolder } from '../workspace/index.ts';
import { downloadExport } from './exportThunks.ts';
import { showTakeFolder, type ExportedFiles } from './studioThunks.ts';

type File = ExportedFiles['files'][number];

/** What the last export wrote: each file with its own figures, to be downloaded; and where it lies on the host. */
export function Exported({ take, folder, files }: ExportedFiles & { take: TakeSummary }) {
  const { t } = useTranslation('studio');
  return (
    <section
      role="status"
      aria-label={t('recordings.exportDialog.last')}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg bg-inset p-3"
    >
      <p className="text-xs font-medium text-t2">{t('recordings.exportDialog.last')}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {files.map((file) => (
          <FileRow key={file.path} take={take} file={file} />
        ))}
      </ul>
      {folder !== '' && <Place take={take} folder={folder} />}
    </section>
  );
}

/** Where they lie on the host. */
function Place({ take, folder }: { take: TakeSummary; folder: string }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const canShow = useSelector(selectShowInFolder)?.supported === true;
  const copy = async () => {
    await navigator.clipboard.writeText(folder);
    showNotice({ tone: 'success', title: t('recordings.exportDialog.copied') });
  };
  return (
    <p className="flex items-center gap-2">
      <code className="min-w-0 grow text-xs break-all text-t3">{folder}</code>
      {canShow && (
        <IconButton
          label={t('recordings.exportDialog.show')}
          icon={<FolderOpen aria-hidden="true" />}
          onClick={() => void dispatch(showTakeFolder({ id: take.id, what: 'exports', isShown: true }))}
        />
      )}
      <IconButton
        label={t('recordings.exportDialog.copy')}
        icon={<Copy aria-hidden="true" />}
        onClick={() => void copy()}
      />
    </p>
  );
}

function FileRow({ take, file }: { take: TakeSummary; file: File }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const [isReading, setReading] = useState(false);
  const { name, seconds, sizeBytes, integratedLufs, truePeakDb } = file;
  const clippedSamples = 'clippedSamples' in file ? file.clippedSamples : 0;
  const isOver = truePeakDb !== null && truePeakDb > CLIPPING_DBTP;
  const saveAs = downloadName(take.name, name);
  const download = async () => {
    setReading(true);
    await dispatch(downloadExport({ id: take.id, name, saveAs }));
    setReading(false);
  };
  const figures = [
    formatBytes(sizeBytes),
    t('recordings.exportDialog.length', { seconds: formatFigure(seconds, 1) }),
    ...('frames' in file ? [t('recordings.exportDialog.frames', { frames: formatFigure(file.frames) })] : []),
    integratedLufs === null
      ? t('recordings.exportDialog.noLoudness')
      : t('recordings.exportDialog.lufs', { value: formatFigure(integratedLufs, 1) }),
  ];
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 grow">
        <p className="font-medium break-words text-t1">{name}</p>
        <p className="text-xs text-t2 tabular-nums">
          {figures.join(' · ')}
          {truePeakDb !== null && (
            <>
              {' · '}
              <span className={peakLook(truePeakDb, clippedSamples)}>
                {t('recordings.exportDialog.truePeak', { value: formatFigure(truePeakDb, 1) })}
              </span>
            </>
          )}
        </p>
        {clippedSamples > 0 ? (
          <p className="text-xs text-red-text">
            {t('recordings.exportDialog.clipped', { count: clippedSamples })}
          </p>
        ) : (
          isOver && <p className="text-xs text-red-text">{t('recordings.exportDialog.overFullScale')}</p>
        )}
      </div>
      <IconButton
        label={t('recordings.exportDialog.download', { name: saveAs })}
        icon={isReading ? <Spinner /> : <Download aria-hidden="true" />}
        disabled={isReading}
        onClick={() => void download()}
      />
    </li>
  );
}

function peakLook(truePeakDb: number, clippedSamples: number): string {
  if (truePeakDb > CLIPPING_DBTP || clippedSamples > 0) return 'font-medium text-red-text';
  return truePeakDb > SAFE_DBTP ? 'text-amb-text' : 'text-t2';
}

/** Files of several recordings end up in one folder of downloads: each has its recording's name. */
function downloadName(takeName: string, fileName: string): string {
  const base = takeName.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-');
  return /^mix[ .]/.test(fileName) ? fileName.replace(/^mix/, base) : `${base} ${fileName}`;
}
