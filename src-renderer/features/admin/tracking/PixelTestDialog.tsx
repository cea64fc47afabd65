import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { isPixelId } from '../../../../src-shared/domain/trackingPixels.ts';
import { PixelFrame } from '../../../lib/PixelFrame.tsx';
import { isDesktop } from '../../../platform/isDesktop.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import {
  hear,
  NO_REPORT,
  PIXEL_TEST_MS,
  PIXEL_TEST_PATH,
  verdictOf,
  type PixelReport,
  type PixelRequest,
} from './pixelTest.ts';
import type { PixelRow } from './trackingApi.ts';

interface PixelTestDialogProps {
  pixel: PixelRow;
  isOpen: boolean;
  onClose: () => void;
}

/** Looks at a pixel's id, and runs the pixel as a visitor's browser would. */
export function PixelTestDialog({ pixel, isOpen, onClose }: PixelTestDialogProps) {
  const { t } = useTranslation(['adminTracking', 'common']);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => next || onClose()}
      title={t('adminTracking:test.title', { name: pixel.name })}
      closeLabel={t('common:close')}
    >
      <PixelTest pixel={pixel} />
    </Dialog>
  );
}

function PixelTest({ pixel: { pixel_type: type, pixel_id: id } }: { pixel: PixelRow }) {
  const { t } = useTranslation('adminTracking');
  const run = useRun();
  const isGood = isPixelId(type, id);
  return (
    <div className="grid gap-4">
      <MessageBox tone={isGood ? 'success' : 'error'}>
        {isGood ? t(`test.idGood.${type}`) : t(`dialog.idWrong.${type}`)}
      </MessageBox>
      {isDesktop() ? (
        <p className="text-t2">{t('test.notHere')}</p>
      ) : (
        <>
          <p className="text-t2">
            {t('test.explain', { seconds: PIXEL_TEST_MS / 1000, page: PIXEL_TEST_PATH })}
          </p>
          {run.runs > 0 && !run.isRunning && <Result report={run.report} />}
          {run.isRunning && (
            <p role="status" className="flex items-center gap-2.5">
              <Spinner />
              {t('test.running')}
            </p>
          )}
          <Requests requests={run.report.requests} errors={run.report.errors} />
          <div className="flex justify-end">
            <Button variant="primary" disabled={!isGood || run.isRunning} onClick={run.start}>
              {t(run.runs === 0 ? 'test.run' : 'test.again')}
            </Button>
          </div>
          {run.isRunning && (
            <div hidden>
              <PixelFrame
                key={run.runs}
                type={type}
                id={id}
                page={`${location.origin}${PIXEL_TEST_PATH}`}
                tested={run.frame}
              />
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** One run after the other: what the frame of each says, until its time is over. */
function useRun() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [runs, setRuns] = useState(0);
  const [isRunning, setIsRunning] = useState(false);
  const [report, setReport] = useState<PixelReport>(NO_REPORT);
  useEffect(() => {
    if (!isRunning) return undefined;
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      // Nobody but the frame of this run.
      if (source !== null && source === frame.current?.contentWindow) setReport((known) => hear(known, data));
    };
    addEventListener('message', listen);
    const timer = setTimeout(() => setIsRunning(false), PIXEL_TEST_MS);
    return () => {
      removeEventListener('message', listen);
      clearTimeout(timer);
    };
  }, [isRunning]);
  const start = () => {
    setReport(NO_REPORT);
    setRuns((count) => count + 1);
    setIsRunning(true);
  };
  return { frame, runs, isRunning, report, start };
}

const VERDICT_TONES = {
  worked: 'success',
  partly: 'error',
  failed: 'error',
  nothing: 'info',
  notStarted: 'error',
} as const;

function Result({ report }: { report: PixelReport }) {
  const { t } = useTranslation('adminTracking');
  const verdict = verdictOf(report);
  return (
    <MessageBox tone={VERDICT_TONES[verdict]}>
      {t(`test.verdicts.${verdict}`, { count: report.requests.length })}
    </MessageBox>
  );
}

const STATE_TONES = { asked: 'neutral', answered: 'good', failed: 'bad', blocked: 'bad' } as const;

function Requests({ requests, errors }: { requests: readonly PixelRequest[]; errors: readonly string[] }) {
  const { t } = useTranslation('adminTracking');
  if (requests.length + errors.length === 0) return null;
  return (
    <ul
      aria-label={t('test.requests')}
      tabIndex={0}
      className="grid max-h-56 gap-2 overflow-y-auto rounded-lg border border-line2 bg-inset px-3 py-2.5"
    >
      {requests.map(({ address, state }) => (
        <li key={address} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          <Badge tone={STATE_TONES[state]}>{t(`test.states.${state}`)}</Badge>
          <code className="min-w-0 font-mono text-xs break-all select-text">{address}</code>
        </li>
      ))}
      {errors.map((text) => (
        <li key={text} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          <Badge tone="bad">{t('test.thrown')}</Badge>
          <code className="min-w-0 font-mono text-xs break-all select-text">{text}</code>
        </li>
      ))}
    </ul>
  );
}
