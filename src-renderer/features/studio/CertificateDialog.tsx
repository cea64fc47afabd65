import { useEffect, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import type { TakeCertificate } from '../../../src-shared/domain/certificateSchema.ts';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatFigure } from '../../lib/figures.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { createClientThunk } from '../../platform/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { CertifiedSources } from './CertifiedSources.tsx';
import { useNotes } from './useNotes.ts';
import { selectWork } from './studioSlice.ts';
import { workOnTake } from './studioThunks.ts';

const readTake = createClientThunk('studio/readTake', async (id: string, { client }) =>
  unwrap(await client.call('takes.read', { id })),
);

/** What the last check found, track by track. */
export function CertificateDialog({ take, onClose }: { take: TakeSummary; onClose: () => void }) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const work = useSelector(selectWork(take.id));
  const [certificate, setCertificate] = useState<TakeCertificate | null>(null);
  const [failure, setFailure] = useState<RpcFailure | null>(null);
  const isWorking = work !== null;
  useEffect(() => {
    if (isWorking) return;
    let isStale = false;
    void dispatch(readTake(take.id)).then((result) => {
      if (isStale) return;
      if (readTake.fulfilled.match(result)) setCertificate(result.payload.certificate);
      else setFailure(failureOf(result));
    });
    return () => {
      isStale = true;
    };
  }, [dispatch, take.id, isWorking]);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('studio:recordings.certificate.title')}
      {...(certificate
        ? {
            description: t('studio:recordings.certificate.description', {
              name: take.name,
              date: formatDateTime(certificate.verifiedAtMs),
            }),
          }
        : {})}
      closeLabel={t('common:close')}
      className="!max-w-2xl"
      footer={
        <Button isBusy={isWorking} onClick={() => void dispatch(workOnTake({ kind: 'verify', id: take.id }))}>
          {t(certificate ? 'studio:recordings.certificate.again' : 'studio:recordings.certificate.check')}
        </Button>
      }
    >
      {failure && (
        <p role="alert" className="text-red-text">
          {failure.message}
        </p>
      )}
      {!certificate && !failure && <p className="text-t2">{t('studio:recordings.certificate.none')}</p>}
      {certificate && <Findings certificate={certificate} />}
    </Dialog>
  );
}

function Findings({ certificate }: { certificate: TakeCertificate }) {
  const tone = { green: 'good', amber: 'warning', red: 'bad' } as const;
  const { summaryNote, notes } = certificate;
  const say = useNotes();
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-2.5 font-medium text-t1">
        <StatusDot tone={tone[certificate.grade]} hasHalo />
        <span className="inline-block first-letter:uppercase">
          {summaryNote ? say(summaryNote, certificate.summary) : certificate.summary}
        </span>
      </p>
      {certificate.reasons.length > 0 && (
        <ul className="list-disc pl-5 text-t2">
          {certificate.reasons.map((reason, index) => {
            const note = notes?.[index];
            return <li key={reason}>{note ? say(note, reason) : reason}</li>;
          })}
        </ul>
      )}
      <ul className="grid max-h-[50dvh] gap-3 overflow-y-auto" tabIndex={0}>
        <CertifiedSources sources={certificate.sources} />
        {certificate.tracks.map((track) => (
          <TrackFindings key={track.id} track={track} />
        ))}
        {certificate.videoTracks.map((video) => (
          <VideoFindings key={video.id} video={video} />
        ))}
      </ul>
    </div>
  );
}

function TrackFindings({ track }: { track: TakeCertificate['tracks'][number] }) {
  const { t } = useTranslation('studio');
  const unknown = <Unknown reason={t('recordings.certificate.unknown')} />;
  const figures = [
    ['expected', formatFigure(track.framesExpected)],
    ['written', track.framesDecoded === null ? unknown : formatFigure(track.framesDecoded)],
    ['gaps', formatFigure(track.gapCount)],
    [
      'drift',
      track.driftPpm === null ? (
        <Unknown reason={t('recordings.certificate.noDrift')} />
      ) : (
        t('recordings.certificate.driftPpm', { value: formatFigure(track.driftPpm, 1) })
      ),
    ],
    ['clipped', formatFigure(track.clippedSamples)],
    [
      'loudness',
      track.integratedLufs === null ? (
        <Unknown reason={t('recordings.certificate.tooShort')} />
      ) : (
        t('recordings.certificate.lufs', { value: formatFigure(track.integratedLufs, 1) })
      ),
    ],
    [
      'truePeak',
      track.truePeakDb === null
        ? unknown
        : t('recordings.certificate.dbtp', { value: formatFigure(track.truePeakDb, 1) }),
    ],
  ] as const;
  return (
    <Finding track={track}>
      {figures.map(([key, value]) => (
        <Figure key={key} label={t(`recordings.certificate.${key}`)} value={value} />
      ))}
    </Finding>
  );
}

function VideoFindings({ video }: { video: TakeCertificate['videoTracks'][number] }) {
  const { t } = useTranslation('studio');
  const unknown = <Unknown reason={t('recordings.certificate.unknown')} />;
  const figures = [
    ['videoFramesExpected', formatFigure(video.framesExpected)],
    [
      video.isUndecoded ? 'videoFramesThere' : 'videoFramesDecoded',
      video.framesDecoded === null ? unknown : formatFigure(video.framesDecoded),
    ],
    ['videoFramesDropped', formatFigure(video.framesDropped)],
    [
      'longestGap',
      t('recordings.certificate.milliseconds', { value: formatFigure(video.longestGapSec * 1000) }),
    ],
    ['length', formatTimer(video.durationSec)],
  ] as const;
  return (
    <Finding track={video}>
      {figures.map(([key, value]) => (
        <Figure key={key} label={t(`recordings.certificate.${key}`)} value={value} />
      ))}
    </Finding>
  );
}

interface FindingProps {
  track: Pick<TakeCertificate['tracks'][number], 'name' | 'file' | 'problem' | 'sha256'>;
  /** The figures. */
  children: ReactNode;
}

function Finding({ track: { name, file, problem, sha256 }, children }: FindingProps) {
  const { t } = useTranslation('studio');
  return (
    <li className="rounded-lg bg-inset px-3.5 py-3">
      <h3 className="mb-2 flex flex-wrap items-baseline gap-x-3 font-medium text-t1">
        {name} <span className="text-xs font-normal text-t3">{file}</span>
      </h3>
      {problem !== null && <p className="mb-2 text-red-text">{problem}</p>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5 text-xs sm:grid-cols-3">{children}</dl>
      {sha256 !== null && (
        <p className="mt-2 text-2xs break-all text-t3">
          {t('recordings.certificate.checksum')} <span className="font-mono">{sha256}</span>
        </p>
      )}
    </li>
  );
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-t2">{label}</dt>
      <dd className="text-t1 tabular-nums">{value}</dd>
    </div>
  );
}
