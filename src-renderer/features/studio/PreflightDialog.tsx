import { CircleAlert, CircleCheck, ListChecks, TriangleAlert } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { CaptureState } from '../../../src-shared/contract/capture.ts';
import { formatDuration, formatFigure, formatSampleRate } from '../../lib/figures.ts';
import { dataOf } from '../../lib/loadable.ts';
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
  type PreflightProblem,
  type PreflightResult,
} from './preflight.ts';
import { secondsLeft } from './recordingSize.ts';
import { selectCapture, selectChannels, selectStorage } from './studioSlice.ts';

const TICK_MS = 100;

/** Ten seconds of listening before a recording, and what is wrong with it. */
export function PreflightButton({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('studio');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="lg" disabled={disabled} title={t('preflight.hint')} onClick={() => setOpen(true)}>
        <ListChecks aria-hidden="true" className="size-4" />
        {t('preflight.open')}
      </Button>
      {isOpen && <PreflightDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function PreflightDialog({ onClose }: { onClose: () => void }) {
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
            <Button variant="primary" onClick={onClose}>
              {t('studio:preflight.done')}
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
  const end = useEffectEvent((check: Preflight, state: CaptureState) => {
    const left = storage ? secondsLeft({ ...state.setUp, channels }, storage.freeBytes, 0, soundBits) : null;
    onResult(check.judge(capture ?? state, left));
  });
  useEffect(() => {
    const begun = readCapture();
    if (!begun) return undefined;
    const check = createPreflight(begun);
    // Where nothing can be heard nobody has to wait to be told so.
    if (!begun.session || !begun.setUp.channels.some(({ isEnabled }) => isEnabled)) {
      end(check, begun);
      return undefined;
    }
    const startedMs = performance.now();
    const stop = feed.subscribe(() => {
      const levels = feed.read();
      if (levels) check.add(levels);
    });
    const timer = setInterval(() => {
      const seconds = (performance.now() - startedMs) / 1000;
      setElapsedSec(seconds);
      if (seconds >= PREFLIGHT_SEC) end(check, begun);
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [feed]);
  const leftSec = Math.max(0, Math.ceil(PREFLIGHT_SEC - elapsedSec));
  return (
    <div className="grid gap-4">
      <p className="text-t2">{t('preflight.listen')}</p>
      <Progress
        label={t('preflight.listening')}
        ratio={Math.min(1, elapsedSec / PREFLIGHT_SEC)}
        note={t('preflight.left', { count: leftSec })}
      />
    </div>
  );
}

function Result({ result: { problems, peaks } }: { result: PreflightResult }) {
  const { t } = useTranslation('studio');
  const names = useSelector(selectChannels);
  const nameOf = (id: string) => names.find((channel) => channel.id === id)?.name ?? id;
  const sorted = problems.toSorted((a, b) => Number(isGrave(b)) - Number(isGrave(a)));
  const spoilt = new Set(problems.flatMap((problem) => ('channelId' in problem ? [problem.channelId] : [])));
  const fine = peaks.filter(({ channelId }) => !spoilt.has(channelId));
  return (
    <div className="grid gap-3">
      <p role="status" className="font-medium text-t1">
        {problems.length === 0 ? t('preflight.fine') : t('preflight.found', { count: problems.length })}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {sorted.map((problem, index) => {
          const { title, advice } = describe(t, problem, nameOf);
          const Icon = isGrave(problem) ? CircleAlert : TriangleAlert;
          return (
            <li key={index} className="flex gap-2.5 rounded-lg bg-inset px-3 py-2.5">
              <Icon
                aria-label={t(isGrave(problem) ? 'preflight.grave' : 'preflight.look')}
                className={
                  isGrave(problem)
                    ? 'mt-0.5 size-4 shrink-0 text-red-text'
                    : 'mt-0.5 size-4 shrink-0 text-amb-text'
                }
              />
              <div className="grid min-w-0 gap-0.5">
                <b className="font-medium break-words text-t1">{title}</b>
                <span className="text-xs text-t2">{advice}</span>
              </div>
            </li>
          );
        })}
        {fine.map(({ channelId, peakDb }) => (
          <li key={channelId} className="flex gap-2.5 rounded-lg bg-inset px-3 py-2.5">
            <CircleCheck aria-label={t('preflight.good')} className="mt-0.5 size-4 shrink-0 text-grn-text" />
            <span className="min-w-0 break-words text-t1">
              {t('preflight.peak', { name: nameOf(channelId), peak: formatFigure(peakDb, 1) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function describe(
  t: TFunction<'studio'>,
  problem: PreflightProblem,
  nameOf: (id: string) => string,
): { title: string; advice: string } {
  switch (problem.kind) {
    case 'silent':
    case 'quiet': {
      const name = nameOf(problem.channelId);
      const peak = Number.isFinite(problem.peakDb) ? formatFigure(problem.peakDb, 1) : '−∞';
      return {
        title: t(`preflight.${problem.kind}`, { name, peak }),
        advice: t(`preflight.${problem.kind}Advice`),
      };
    }
    case 'clipping': {
      const name = nameOf(problem.channelId);
      return {
        title: t('preflight.clipping', { name, count: problem.samples }),
        advice: t('preflight.clippingAdvice'),
      };
    }
    case 'echo':
      return {
        title: t('preflight.echo', {
          name: nameOf(problem.channelId),
          source: nameOf(problem.sourceId),
        }),
        advice: t('preflight.echoAdvice'),
      };
    case 'noSource':
      return {
        title: t('preflight.noSource', { name: nameOf(problem.channelId) }),
        advice: t('preflight.noSourceAdvice'),
      };
    case 'lost':
      return {
        title: t('preflight.lost', { device: problem.device }),
        advice: t('preflight.lostAdvice'),
      };
    case 'missing':
      return {
        title: t('preflight.missing', { device: problem.device, count: problem.frames }),
        advice: t('preflight.missingAdvice'),
      };
    case 'rate':
      return {
        title: t('preflight.rate', {
          device: problem.device,
          rate: formatSampleRate(problem.deviceRate),
          session: formatSampleRate(problem.sessionRate),
        }),
        advice: t(problem.isTelephone ? 'preflight.telephoneAdvice' : 'preflight.rateAdvice'),
      };
    case 'overload':
      return {
        title:
          problem.missedBlocks > 0
            ? t('preflight.missed', { count: problem.missedBlocks })
            : t('preflight.busy', { percent: formatFigure(problem.load * 100) }),
        advice: t('preflight.overloadAdvice'),
      };
    case 'disk':
      return {
        title: t('preflight.disk', { time: formatDuration(problem.secondsLeft) }),
        advice: t('preflight.diskAdvice'),
      };
    case 'noChannel':
    case 'unheard':
      return { title: t(`preflight.${problem.kind}`), advice: t(`preflight.${problem.kind}Advice`) };
  }
}
