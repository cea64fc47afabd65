import { AppWindow, Captions, Eraser, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { PROMPT_CAPTION_SEC, type CaptionsState } from '../../../src-shared/contract/captions.ts';
import { findModel, modelNameOf } from '../../../src-shared/domain/models/index.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { transcriptFileName } from '../../../src-shared/domain/voiceAi/index.ts';
import { dataOf } from '../../lib/loadable.ts';
import { formatFigure } from '../../lib/figures.ts';
import { formatCost } from '../../lib/money.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import {
  CaptionLines,
  captionsAsText,
  clearCaptions,
  selectCaptionLines,
  selectCaptions,
  selectCaptionsFailure,
  startCaptions,
  stopCaptions,
} from '../captions/index.ts';
import { followChannels, selectChannels } from '../studio/index.ts';
import { useEngine } from './useEngine.ts';
import { FailureBox } from './FailureBox.tsx';
import { TextActions, today } from './TextActions.tsx';

/** Of the choice of channels. */
const ALL = 'all';

/** What is said at the studio's channels, while it is said. */
export function LiveCaptionsCard({ onSetUp }: { onSetUp: () => void }) {
  const { t } = useTranslation('captions');
  const dispatch = useAppDispatch();
  const loaded = useSelector(selectCaptions);
  const lines = useSelector(selectCaptionLines);
  const refusal = useSelector(selectCaptionsFailure);
  const state = dataOf(loaded);
  useEffect(() => dispatch(followChannels()), [dispatch]);
  const failure = refusal ?? state?.failure ?? null;
  return (
    <Card aria-labelledby="voice-captions">
      <CardHeader
        id="voice-captions"
        title={t('card.title')}
        actions={
          lines.length > 0 && (
            <TextActions text={captionsAsText(lines)} fileName={transcriptFileName(today())} />
          )
        }
      />
      {loaded.status === 'failed' ? (
        <p className="text-t2">{loaded.error.message}</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <Introduction />
          <Controls state={state} />
          {failure !== null && <FailureBox failure={failure} onSetUp={onSetUp} />}
          {state?.isOn === true && !state.isStudioOpen && (
            <MessageBox tone="info">{t('card.studioOff')}</MessageBox>
          )}
          {state !== null && <SlowEngine state={state} />}
          {lines.length > 0 ? (
            <CaptionLines
              lines={lines}
              label={t('card.log')}
              className="max-h-72 rounded-lg bg-inset px-3 py-2 leading-relaxed"
            />
          ) : (
            state?.isOn === true && <p className="text-t3">{t('card.listening')}</p>
          )}
          {state !== null && <Figures state={state} hasLines={lines.length > 0} />}
        </div>
      )}
    </Card>
  );
}

/** What is heard, and where it goes. */
function Introduction() {
  const { t } = useTranslation('captions');
  const { online } = useEngine();
  return (
    <p className="text-t2">
      {t('card.hint')} {online ? t('card.costs', online) : t('card.free')}
    </p>
  );
}

function Controls({ state }: { state: CaptionsState | null }) {
  const { t } = useTranslation('captions');
  const dispatch = useAppDispatch();
  const channels = useSelector(selectChannels);
  const [chosen, setChosen] = useState(ALL);
  const [isBusy, setBusy] = useState(false);
  const isOn = state?.isOn === true;
  const value = isOn ? (state.channelIds?.[0] ?? ALL) : chosen;
  const run = (action: Promise<unknown>) => {
    setBusy(true);
    void action.finally(() => setBusy(false));
  };
  const start = (choice: string) => run(dispatch(startCaptions(choice === ALL ? null : [choice])));
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,18rem)_1fr]">
      <Choice
        label={t('card.channels')}
        value={value}
        options={[
          { value: ALL, label: t('card.all') },
          ...channels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        disabled={isBusy}
        onChange={(choice) => {
          setChosen(choice);
          if (isOn) start(choice);
        }}
      />
      <div className="flex flex-wrap gap-2.5">
        {isOn ? (
          <Button className="max-sm:grow" disabled={isBusy} onClick={() => run(dispatch(stopCaptions()))}>
            <Square aria-hidden="true" className="size-4" />
            {t('card.stop')}
          </Button>
        ) : (
          <Button className="max-sm:grow" variant="primary" disabled={isBusy} onClick={() => start(chosen)}>
            <Captions aria-hidden="true" className="size-4" />
            {t(isBusy ? 'card.starting' : 'card.start')}
          </Button>
        )}
        <WindowButton />
      </div>
    </div>
  );
}

/** A window of its own: it can be shared in a meeting, captured, and put on another screen. */
function WindowButton() {
  const { t } = useTranslation('captions');
  const [isBlocked, setBlocked] = useState(false);
  const open = () => {
    const opened = window.open(ROUTES.captions, 'sounddesk-captions', 'popup,width=960,height=260');
    setBlocked(opened === null);
    opened?.focus();
  };
  return (
    <>
      <Button className="max-sm:grow" onClick={open}>
        <AppWindow aria-hidden="true" className="size-4" />
        {t('card.open')}
      </Button>
      {isBlocked && (
        <p role="alert" className="basis-full text-xs text-amb-text">
          {t('card.blocked')}
        </p>
      )}
    </>
  );
}

/** A model that takes longer than anybody waits for a caption, where a quicker one is to be had. */
function SlowEngine({ state: { isOn, engine, lateSec } }: { state: CaptionsState }) {
  const { t } = useTranslation('captions');
  if (!isOn || engine?.kind !== 'offline' || findModel(engine.model)?.format !== 'whisper') return null;
  if (lateSec === null || lateSec <= PROMPT_CAPTION_SEC) return null;
  return (
    <MessageBox tone="info">
      {t('card.slow', { name: modelNameOf(engine.model), seconds: formatFigure(lateSec, 1) })}{' '}
      <Link to={`${ROUTES.settings}?tab=advanced`} className="underline">
        {t('card.toModels')}
      </Link>
    </MessageBox>
  );
}

function Figures({ state, hasLines }: { state: CaptionsState; hasLines: boolean }) {
  const { t } = useTranslation('captions');
  const dispatch = useAppDispatch();
  const { waitingSec, lateSec, leftOutSec, usd, isOn } = state;
  const seconds = (sec: number) => ({ seconds: Math.round(sec) });
  const figures = [
    isOn && Math.round(waitingSec) > 0 && t('card.waiting', seconds(waitingSec)),
    isOn && lateSec !== null && t('card.late', { seconds: formatFigure(lateSec, 1) }),
    Math.round(leftOutSec) > 0 && t('card.leftOut', seconds(leftOutSec)),
    usd > 0 && t('card.cost', { amount: formatCost(usd) }),
  ].filter((figure) => figure !== false);
  if (figures.length === 0 && !hasLines) return null;
  return (
    <div className="-mr-3 flex flex-wrap items-center gap-x-1 gap-y-2 text-xs text-t3">
      <span className="grow">{figures.join(' · ')}</span>
      {hasLines && (
        <Button size="sm" variant="ghost" onClick={() => void dispatch(clearCaptions())}>
          <Eraser aria-hidden="true" className="size-4" />
          {t('card.clear')}
        </Button>
      )}
      {isOn && (
        <Button asChild size="sm" variant="ghost">
          <Link to={ROUTES.recordingStudio}>{t('card.toStudio')}</Link>
        </Button>
      )}
    </div>
  );
}
