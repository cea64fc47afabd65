import { Download, Play, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes.ts';
import type { Loadable } from '../../lib/loadable.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import type { BasicTrack } from '../../media/basicTakes/document.ts';
import { deleteBasicTake, openBasicFile, type BasicTakeRow } from '../../media/basicTakes/library.ts';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { showNotice } from '../../ui/notice.ts';

interface BasicRecordingsProps {
  takes: Loadable<BasicTakeRow[]>;
  onChanged: () => void;
}

/** What lies in this browser's storage. */
export function BasicRecordings({ takes, onChanged }: BasicRecordingsProps) {
  const { t } = useTranslation(['basicStudio', 'common']);
  const [played, setPlayed] = useState<BasicTakeRow | null>(null);
  const [asked, setAsked] = useState<BasicTakeRow | null>(null);
  const remove = async ({ id }: BasicTakeRow) => {
    try {
      await deleteBasicTake(id);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showNotice({ tone: 'error', title: t('basicStudio:recordings.failed'), message });
    }
    onChanged();
  };
  return (
    <Card aria-labelledby="basic-recordings" className="min-w-0">
      <CardHeader id="basic-recordings" title={t('basicStudio:recordings.title')} />
      {takes.status === 'loading' && <Skeleton className="h-24" />}
      {takes.status === 'failed' && (
        <ErrorState title={t('basicStudio:recordings.failed')} message={takes.error.message} />
      )}
      {takes.status === 'ready' &&
        (takes.data.length === 0 ? (
          <EmptyState
            title={t('basicStudio:recordings.none')}
            message={t('basicStudio:recordings.noneMessage')}
          />
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {takes.data.map((take) => (
              <Row key={take.id} take={take} onPlay={() => setPlayed(take)} onDelete={() => setAsked(take)} />
            ))}
          </ul>
        ))}
      {played && <Player take={played} onClose={() => setPlayed(null)} />}
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={t('basicStudio:recordings.question', { name: asked?.name ?? '' })}
        description={t('basicStudio:recordings.warning')}
        confirmLabel={t('basicStudio:recordings.confirm')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void (asked && remove(asked))}
      />
    </Card>
  );
}

function Row({ take, onPlay, onDelete }: { take: BasicTakeRow; onPlay: () => void; onDelete: () => void }) {
  const { t, i18n } = useTranslation('basicStudio');
  const { id, name, status, durationMs, sizeBytes, startedAtMs, tracks, ended } = take;
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const isRunning = status === 'recording';
  const notes = [
    ...(ended ? [ended.message] : []),
    ...tracks.flatMap(({ kind, ended: reason }) =>
      reason === null ? [] : [t('recordings.endedTrack', { track: t(`channel.title.${kind}`), reason })],
    ),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-inset px-3 py-2">
      <span className="min-w-40 grow">
        <b className="block truncate font-medium text-t1">
          {name} {status === 'recovered' && <Badge tone="warning">{t('recordings.recovered')}</Badge>}
          {isRunning && <Badge tone="bad">{t('recordings.recordingElsewhere')}</Badge>}
        </b>
        <span className="block text-xs text-t3 tabular-nums">
          {[
            tracks.map(({ kind }) => t(`channel.title.${kind}`)).join(', '),
            ...(isRunning ? [] : [formatRecordedTime(durationMs / 1000), formatBytes(sizeBytes)]),
            date.format(startedAtMs),
          ].join(' · ')}
        </span>
        {notes.map((note) => (
          <span key={note} className="block text-xs text-amb-text">
            {note}
          </span>
        ))}
      </span>
      {!isRunning && (
        <span className="flex flex-wrap items-center gap-1.5">
          <IconButton
            label={t('recordings.play', { name })}
            icon={<Play aria-hidden="true" />}
            onClick={onPlay}
          />
          {tracks.map((track) => (
            <Button
              key={track.file}
              size="sm"
              aria-label={t('recordings.download', { name, track: t(`recordings.file.${track.kind}`) })}
              onClick={() => void download(id, name, track)}
            >
              <Download aria-hidden="true" className="size-3.5" />
              {t(`recordings.save.${track.kind}`)}
            </Button>
          ))}
          <IconButton
            label={t('recordings.delete', { name })}
            icon={<Trash2 aria-hidden="true" />}
            onClick={onDelete}
          />
        </span>
      )}
    </li>
  );
}

/** The browser copies it from its storage: nothing is read into memory. */
async function download(takeId: string, name: string, { file }: BasicTrack): Promise<void> {
  const address = URL.createObjectURL(await openBasicFile(takeId, file));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-')} ${file}`;
  link.click();
  // Chromium has begun by then; the file itself stays.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function Player({ take, onClose }: { take: BasicTakeRow; onClose: () => void }) {
  const { t } = useTranslation('basicStudio');
  const { id, name, tracks } = take;
  const [file, setFile] = useState((tracks.find(({ kind }) => kind !== 'audio') ?? tracks[0])?.file ?? '');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let address: string | null = null;
    let isOver = false;
    void openBasicFile(id, file).then((opened) => {
      if (isOver || !video.current) return;
      address = URL.createObjectURL(opened);
      video.current.src = address;
    });
    return () => {
      isOver = true;
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [id, file]);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={name}
      closeLabel={t('recordings.close')}
      className="!max-w-3xl"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
        {tracks.length > 1 && (
          <SegmentedControl
            label={t('recordings.which')}
            segments={tracks.map((track) => ({ value: track.file, label: t(`channel.title.${track.kind}`) }))}
            value={file}
            onChange={setFile}
          />
        )}
        {/* What was recorded has no captions. */}
        <video
          ref={video}
          controls
          playsInline
          aria-label={t('recordings.player', { name })}
          className="max-h-[60dvh] w-full rounded-lg bg-black"
          onLoadedMetadata={({ currentTarget }) => findLength(currentTarget)}
        />
      </div>
    </Dialog>
  );
}

/** A recorder writes no length: a browser that is sent behind the end finds it. */
function findLength(video: HTMLVideoElement): void {
  if (Number.isFinite(video.duration)) return;
  const back = () => {
    video.removeEventListener('durationchange', back);
    video.currentTime = 0;
  };
  video.addEventListener('durationchange', back);
  video.currentTime = Number.MAX_SAFE_INTEGER;
}
