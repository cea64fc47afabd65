import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSoundKind } from '../../media/basicTakes/document.ts';
import { openBasicFile, type BasicTakeRow } from '../../media/basicTakes/library.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { labelOf } from './trackLabel.ts';

/** A recording's files, one at a time. */
export function BasicPlayer({ take, onClose }: { take: BasicTakeRow; onClose: () => void }) {
  const { t } = useTranslation('basicRecorder');
  const { id, name, tracks } = take;
  const first = tracks.find(({ kind }) => !isSoundKind(kind)) ?? tracks[0];
  const [file, setFile] = useState(first?.file ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let address: string | null = null;
    let isOver = false;
    openBasicFile(id, file).then(
      (opened) => {
        if (isOver || !video.current) return;
        address = URL.createObjectURL(opened);
        video.current.src = address;
        setProblem(null);
      },
      (error: unknown) => !isOver && setProblem(error instanceof Error ? error.message : String(error)),
    );
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
            segments={tracks.map((track) => ({
              value: track.file,
              label: labelOf(take, track, (kind) => t(`kind.${kind}`)),
            }))}
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
          onError={({ currentTarget }) => setProblem(currentTarget.error?.message ?? '')}
          onLoadedMetadata={({ currentTarget }) => findLength(currentTarget)}
        />
        {problem !== null && (
          <p role="alert" className="text-xs text-amb-text">
            {t('recordings.failed')} {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** A file that got no room for its end has no length: a browser that is sent behind the end finds it. */
function findLength(video: HTMLVideoElement): void {
  if (Number.isFinite(video.duration)) return;
  const back = () => {
    video.removeEventListener('durationchange', back);
    video.currentTime = 0;
  };
  video.addEventListener('durationchange', back);
  video.currentTime = Number.MAX_SAFE_INTEGER;
}
