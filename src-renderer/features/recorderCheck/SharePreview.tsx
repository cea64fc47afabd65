import { MonitorUp } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { followSources, holdSource, liveSource, releaseSource } from '../../media/recorder/index.ts';
import { Button } from '../../ui/Button.tsx';
import { LevelMeter } from '../../ui/LevelMeter.tsx';
import { useSoundLevel } from '../../ui/useSoundLevel.ts';

export interface SharePreviewProps {
  /** As the recorder knows what is shared. */
  sourceId: string;
  /** Asks the browser for it. */
  choose: () => Promise<MediaStream>;
  /** What is chosen is of these settings: another word, and it is released. */
  chosenFor: string;
  /** This page hears the others by what is shared. */
  needsSound: boolean;
  /** Nothing is recorded, nor about to be. */
  isIdle: boolean;
}

/** What is to be recorded can be chosen, and seen, before the start. */
export function SharePreview({ sourceId, choose, chosenFor, needsSound, isIdle }: SharePreviewProps) {
  const { t } = useTranslation('recorderCheck');
  const source = useSyncExternalStore(followSources, () => liveSource(sourceId));
  const [failure, setFailure] = useState<string | null>(null);
  useReleased(sourceId, chosenFor, isIdle);
  const ask = async () => {
    setFailure(null);
    try {
      holdSource(sourceId, await choose(), () => undefined);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section aria-labelledby="check-preview" className="grid min-w-0 gap-2">
      <h3 id="check-preview" className="flex items-center gap-2 text-xs font-medium text-t1">
        <MonitorUp aria-hidden="true" className="size-4 text-t3" />
        {t('preview')}
      </h3>
      {source ? (
        <Shared stream={source.stream} needsSound={needsSound} />
      ) : (
        <p className="text-xs text-t3">{t('nothing')}</p>
      )}
      {failure !== null && <p className="text-xs text-amb-text">{t('notShared', { reason: failure })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={!isIdle} onClick={() => void ask()}>
          {t(source ? 'another' : 'choose')}
        </Button>
        {source && (
          <Button size="sm" variant="ghost" disabled={!isIdle} onClick={() => releaseSource(sourceId)}>
            {t('release')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Nobody records it: with the screen, and with other settings, it is not shared any more. */
function useReleased(sourceId: string, chosenFor: string, isIdle: boolean): void {
  const release = useEffectEvent(() => isIdle && releaseSource(sourceId));
  useEffect(() => () => void release(), [sourceId, chosenFor]);
}

function Shared({ stream, needsSound }: { stream: MediaStream; needsSound: boolean }) {
  const { t } = useTranslation('recorderCheck');
  const show = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video) video.srcObject = stream;
    },
    [stream],
  );
  const hasSound = stream.getAudioTracks().length > 0;
  return (
    <>
      <video
        ref={show}
        muted
        autoPlay
        playsInline
        aria-label={t('video')}
        className="aspect-video w-full rounded-lg border border-line2 bg-inset object-contain"
      />
      {needsSound && hasSound && <SharedLevel stream={stream} />}
      {needsSound && !hasSound && <p className="text-xs text-amb-text">{t('noSharedSound')}</p>}
    </>
  );
}

function SharedLevel({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation('recorderCheck');
  const source = useSoundLevel(useMemo(() => new MediaStream(stream.getAudioTracks()), [stream]));
  return <LevelMeter source={source} label={t('sharedLevel')} className="h-3" />;
}
