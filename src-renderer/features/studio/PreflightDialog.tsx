import { Circle, CircleAlert, CircleCheck, ListChecks, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CaptureState } from '../../../src-shared/contract/capture.ts';
import { classNames } from '../../lib/classNames.ts';
import { dataOf } from '../../lib/loadable.ts';
import type { VideoChannel } from '../../../src-shared/domain/videoChannels.ts';
import { liveSource } from '../../media/recorder/index.ts';
import { watchCamera } from '../../media/video/cameraCheck.ts';
import { missingForScreens } from '../../media/video/sources.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { selectCaptureSupport } from '../workspace/index.ts';
import { useCaptureFeed } from './captureFeed.tsx';
import {
  createPreflight,
  isGrave,
  PREFLIGHT_SEC,
  type Preflight,
  type PreflightResult,
  type VideoFinding,
} from './preflight.ts';
import { describeFine, describeProblem, type PreflightRow } from './preflightRows.ts';
import { secondsLeft } from './recordingSize.ts';
import { selectCapture, selectChannels, selectStorage } from './studioSlice.ts';
import { selectVideoChannels } from './video/videoSlice.ts';

const TICK_MS = 100;
/** Where there is no sound to listen to. */
const CAMERAS_SEC = 3;

/** Ten seconds of listening before a recording, and what is wrong with it. */
export function PreflightButton({ disabled, onStart }: { disabled: boolean; onStart: () => void }) {
  const { t } = useTranslation('studio');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="lg" disabled={disabled} title={t('preflight.hint')} onClick={() => setOpen(true)}>
        <ListChecks aria-hidden="true" className="size-4" />
        {t('preflight.open')}
      </Button>
      {isOpen && (
        <PreflightDialog
          onClose={() => setOpen(false)}
          onStart={() => {
            setOpen(false);
            onStart();
          }}
        />
      )}
    </>
  );
}

function PreflightDialog({ onClose, onStart }: { onClose: () => void; onStart: () => void }) {
  const { t } = useTranslation(['studio', 'common']);
  const [run, setRun] = useState(0);
  const [result, setResult] = useState<PreflightResult | null>(null);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('studio:preflight.title')}
      closeLabel={t('common:close')}
      footer={
        result ? (
          <>
            <Button
              onClick={() => {
                setResult(null);
                setRun(run + 1);
              }}
            >
              {t('studio:preflight.again')}
            </Button>
            <Button onClick={onClose}>{t('studio:preflight.done')}</Button>
            <Button variant="danger" onClick={onStart}>
              <Circle aria-hidden="true" className="size-3.5 fill-current" />
              {t('studio:preflight.start')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        )
      }
    >
      {result ? <Result result={result} /> : <Listening key={run} onResult={setResult} />}
    </Dialog>
  );
}

function Listening({ onResult }: { onResult: (result: PreflightResult) => void }) {
  const { t } = useTranslation('studio');
  const feed = useCaptureFeed();
  const [elapsedSec, setElapsedSec] = useState(0);
  const capture = dataOf(useSelector(selectCapture));
  const channels = useSelector(selectChannels);
  const storage = useSelector(selectStorage);
  const support = useSelector(selectCaptureSupport);
  const soundBits = support?.supported ? support.soundBitsPerSecond : null;
  const readCapture = useEffectEvent(() => capture);
  const videoChannels = useSelector(selectVideoChannels).filter(({ isEnabled }) => isEnabled);
  const readVideoChannels = useEffectEvent(() => videoChannels);
  const [lengthSec] = useState(() => lengthOf(capture, videoChannels));
  const end = useEffectEvent((check: Preflight, state: CaptureState, videos: readonly VideoFinding[]) => {
    const left = storage ? secondsLeft({ ...state.setUp, channels }, storage.freeBytes, 0, soundBits) : null;
    onResult(check.judge(capture ?? state, left, videos));
  });
  useEffect(() => {
    const begun = readCapture();
    if (!begun) return undefined;
    const check = createPreflight(begun);
    const video = watchVideo(readVideoChannels());
    if (lengthSec === 0) {
      end(check, begun, video.read());
      return video.stop;
    }
    const startedMs = performance.now();
    const stop = feed.subscribe(() => {
      const levels = feed.read();
      if (levels) check.add(levels);
    });
    const timer = setInterval(() => {
      const seconds = (performance.now() - startedMs) / 1000;
      setElapsedSec(seconds);
      if (seconds >= lengthSec) end(check, begun, video.read());
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      stop();
      video.stop();
    };
  }, [feed, lengthSec]);
  const leftSec = Math.max(0, Math.ceil(lengthSec - elapsedSec));
  return (
    <div className="grid gap-4">
      <p className="text-t2">{t('preflight.listen')}</p>
      <Progress
        label={t('preflight.listening')}
        ratio={lengthSec === 0 ? 1 : Math.min(1, elapsedSec / lengthSec)}
        note={t('preflight.left', { count: leftSec })}
      />
    </div>
  );
}

/** Where nothing can be heard or seen, the answer needs no wait. */
function lengthOf(capture: CaptureState | null, videoChannels: readonly VideoChannel[]): number {
  const isHeard =
    Boolean(capture?.session) && capture?.setUp.channels.some(({ isEnabled }) => isEnabled) === true;
  if (isHeard) return PREFLIGHT_SEC;
  return videoChannels.some(({ id, kind }) => kind === 'video' && liveSource(id)) ? CAMERAS_SEC : 0;
}

/** Looks at the enabled cameras and screens until it is stopped. */
function watchVideo(channels: readonly VideoChannel[]) {
  const isSupported = missingForScreens() === null;
  const watches = channels.map(({ id, kind, name }) => {
    const track = liveSource(id)?.track;
    const watch = kind === 'video' && track ? watchCamera(track) : null;
    const read = (): VideoFinding =>
      kind === 'video'
        ? { kind, name, figures: watch?.read() ?? null }
        : { kind, name, isSupported, isShared: track !== undefined };
    return { watch, read };
  });
  return {
    read: () => watches.map(({ read }) => read()),
    stop: () => watches.forEach(({ watch }) => watch?.stop()),
  };
}

function Result({ result }: { result: PreflightResult }) {
  const { problems } = result;
  const { t } = useTranslation('studio');
  const names = useSelector(selectChannels);
  const nameOf = (id: string) => names.find((channel) => channel.id === id)?.name ?? id;
  const sorted = problems.toSorted((a, b) => Number(isGrave(b)) - Number(isGrave(a)));
  return (
    <div className="grid gap-3">
      <p role="status" className="font-medium text-t1">
        {problems.length === 0 ? t('preflight.fine') : t('preflight.found', { count: problems.length })}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {sorted.map((problem, index) => (
          <Row
            key={index}
            grade={isGrave(problem) ? 'grave' : 'look'}
            {...describeProblem(t, problem, nameOf)}
          />
        ))}
        {describeFine(t, result, nameOf).map((row) => (
          <Row key={row.title} grade="good" {...row} />
        ))}
      </ul>
    </div>
  );
}

const GRADES = {
  grave: { Icon: CircleAlert, colour: 'text-red-text' },
  look: { Icon: TriangleAlert, colour: 'text-amb-text' },
  good: { Icon: CircleCheck, colour: 'text-grn-text' },
} as const;

function Row({ grade, title, advice }: PreflightRow & { grade: keyof typeof GRADES }) {
  const { t } = useTranslation('studio');
  const { Icon, colour } = GRADES[grade];
  return (
    <li className="flex gap-2.5 rounded-lg bg-inset px-3 py-2.5">
      <Icon aria-label={t(`preflight.${grade}`)} className={classNames('mt-0.5 size-4 shrink-0', colour)} />
      <div className="grid min-w-0 gap-0.5">
        <b className="font-medium break-words text-t1">{title}</b>
        {advice !== null && <span className="text-xs text-t2">{advice}</span>}
      </div>
    </li>
  );
}
