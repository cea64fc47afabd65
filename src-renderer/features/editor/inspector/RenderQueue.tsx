import { Download, FolderOpen, ShieldCheck, X } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { RenderJob } from '../../../../src-shared/contract/renders.ts';
import type { RenderCertificate } from '../../../../src-shared/domain/edit/render.ts';
import { formatRecordedTime } from '../../../lib/recordedTime.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { selectShowInFolder } from '../../workspace/index.ts';
import { selectEditor } from '../editorSlice.ts';
import { cancelRender, downloadRender, forgetRender, showRender } from '../renderThunks.ts';

/** What is being exported, what waits, and what is done. */
export function RenderQueue() {
  const { t } = useTranslation('editor');
  const { renders } = useSelector(selectEditor);
  return (
    <section
      aria-label={t('exporting.queue')}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line2 pt-4"
    >
      <h3 className="text-xs font-semibold text-t1">{t('exporting.queue')}</h3>
      {renders.length === 0 && <p className="text-xs text-t3">{t('exporting.none')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {renders.map((job) => (
          <li key={job.id} className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg bg-inset p-2.5">
            <Job job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Job({ job }: { job: RenderJob }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [isOpen, setIsOpen] = useState(false);
  const canShow = useSelector(selectShowInFolder)?.supported === true;
  const { id, state, file, error, certificate, leftSec } = job;
  const name = file?.name ?? job.projectName;
  const isRunning = state === 'running' || state === 'waiting';
  const small = '!size-7';
  return (
    <>
      <div className="flex items-center gap-1.5">
        <span className="min-w-0 grow truncate text-xs text-t1" title={name}>
          {name}
        </span>
        <span className="text-xs text-t3">{t(`exporting.states.${state}`)}</span>
        {certificate && (
          <IconButton
            label={t('exporting.certificate', { name })}
            icon={<ShieldCheck aria-hidden="true" className="text-grn-text" />}
            aria-expanded={isOpen}
            className={small}
            onClick={() => setIsOpen(!isOpen)}
          />
        )}
        {file && canShow && (
          <IconButton
            label={t('exporting.show', { name })}
            icon={<FolderOpen aria-hidden="true" />}
            className={small}
            onClick={() => void dispatch(showRender(id))}
          />
        )}
        {file && (
          <IconButton
            label={t('exporting.download', { name })}
            icon={<Download aria-hidden="true" />}
            className={small}
            onClick={() => void dispatch(downloadRender({ id, name: file.name }))}
          />
        )}
        <IconButton
          label={t(isRunning ? 'exporting.cancel' : 'exporting.forget', { name })}
          icon={<X aria-hidden="true" />}
          className={small}
          onClick={() => void dispatch(isRunning ? cancelRender(id) : forgetRender(id))}
        />
      </div>
      {isRunning && (
        <Progress
          label={t('exporting.frames', { done: job.framesDone, total: job.framesTotal })}
          ratio={state === 'waiting' ? null : job.done}
          {...(leftSec === null ? {} : { note: t('exporting.left', { time: formatRecordedTime(leftSec) }) })}
        />
      )}
      {error && (
        <p role="alert" className="text-xs text-red-text">
          {error.message}
        </p>
      )}
      {isOpen && certificate && <Certificate certificate={certificate} />}
    </>
  );
}

function Certificate({ certificate }: { certificate: RenderCertificate }) {
  const { t } = useTranslation('editor');
  const { framesDecoded, ranges, colour, integratedLufs, truePeakDb, videoEndSec, audioEndSec } = certificate;
  const framesOf = (kind: 'copied' | 'encoded') =>
    ranges.filter((range) => range.kind === kind).reduce((sum, { frames }) => sum + frames, 0);
  const lines = [
    ...(framesDecoded === 0
      ? [t('exporting.soundVerified')]
      : [
          t('exporting.verified', { count: framesDecoded }),
          t('exporting.copied', { copied: framesOf('copied'), encoded: framesOf('encoded') }),
        ]),
    ...new Set(ranges.flatMap(({ reason }) => (reason === null ? [] : [reason]))),
    ...(colour ? [t('exporting.colour', { primaries: colour.primaries, range: colour.range })] : []),
    ...(integratedLufs === null || truePeakDb === null
      ? []
      : [t('exporting.loudness', { lufs: figure(integratedLufs), peak: figure(truePeakDb) })]),
    ...(videoEndSec === null || audioEndSec === null
      ? []
      : [t('exporting.ends', { video: videoEndSec.toFixed(3), audio: audioEndSec.toFixed(3) })]),
    t('exporting.editHash', { hash: certificate.editSha256.slice(0, 16) }),
  ];
  return (
    <ul className="grid gap-1 text-xs text-t2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const figure = (value: number): string => value.toFixed(1).replace('-', '−');
