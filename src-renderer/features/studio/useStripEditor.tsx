import { useMemo, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import { effectsOf, reductionOf, type MeteredEffect } from '../../../src-shared/domain/stripEffects.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { StripEditor } from '../enhancement/index.ts';
import { ReductionMeter, reductionSource } from '../engine/index.ts';
import { selectCaptureSupport, selectIsConnected } from '../workspace/index.ts';
import { useCaptureFeed, useCaptureText } from './captureFeed.tsx';
import { NO_STEPS, withRedone, withStep, withUndone, type StripPatch } from './stripHistory.ts';
import { selectSetUp } from './studioSlice.ts';
import { changeChannel } from './studioThunks.ts';

/** A drag moves further before the engine has answered: this is how often it is sent at most. */
const REPORT_EVERY_MS = 60;

/** The strip of a channel, to be shown, changed, and undone. */
export function useStripEditor(channel: CaptureChannel): StripEditor {
  const support = useSelector(selectCaptureSupport);
  const isConnected = useSelector(selectIsConnected);
  const sampleRate = useSelector(selectSetUp)?.sampleRate ?? 48_000;
  const feed = useCaptureFeed();
  const { id, plugins } = channel;
  const hasPlugins = plugins.length > 0;
  const levels = useMemo(
    () => ({
      subscribe: feed.subscribe,
      // Behind plug-ins the level says nothing of the compressor.
      read: () => (hasPlugins ? null : feed.readStrip(id)),
    }),
    [feed, id, hasPlugins],
  );
  const { shown, edit, history } = useStripSteps(channel);
  const { denoise, echoCancellation, automaticGain, volume } = shown;
  return {
    voice: { denoise, echoCancellation, automaticGain },
    effects: effectsOf(shown),
    engines: support?.supported ? support.engines : [],
    disabled: !isConnected,
    hasSpectrum: false,
    reductionOf: (effect, isOn) => <ChannelReduction channelId={id} effect={effect} isOn={isOn} />,
    sampleRate,
    levels,
    volume,
    edit,
    history,
  };
}

/** What is dragged shows at once; each control's change is a step. */
function useStripSteps(channel: CaptureChannel) {
  const dispatch = useAppDispatch();
  const [dragged, setDragged] = useState<StripPatch>({});
  const [steps, setSteps] = useState(NO_STEPS);
  const open = useRef<{ key: string; before: StripPatch } | null>(null);
  const reportedAtMs = useRef(-Infinity);
  const { id: channelId } = channel;
  const shown = { ...channel, ...dragged } as CaptureChannel;

  const notify = (changes: StripPatch) => dispatch(changeChannel({ channelId, changes }));
  const edit = (key: string, label: string, patch: StripPatch, isFinal = true) => {
    if (open.current?.key !== key) open.current = { key, before: sameFieldsOf(channel, patch) };
    const nowMs = performance.now();
    if (!isFinal) {
      setDragged(patch);
      if (nowMs - reportedAtMs.current < REPORT_EVERY_MS) return;
      reportedAtMs.current = nowMs;
      return void notify(patch);
    }
    const { before } = open.current;
    open.current = null;
    setDragged({});
    if (JSON.stringify(before) !== JSON.stringify(patch))
      setSteps((all) => withStep(all, { key, label, before, after: patch, atMs: nowMs }));
    void notify(patch);
  };
  const go = async (side: 'past' | 'future') => {
    const step = steps[side].at(-1);
    if (!step) return null;
    const changed = await notify(side === 'past' ? step.before : step.after);
    if (!changeChannel.fulfilled.match(changed)) return null;
    setSteps(side === 'past' ? withUndone : withRedone);
    return step.label;
  };
  const history = {
    undoLabel: steps.past.at(-1)?.label ?? null,
    redoLabel: steps.future.at(-1)?.label ?? null,
    undo: () => go('past'),
    redo: () => go('future'),
  };
  return { shown, edit, history };
}

function sameFieldsOf(channel: CaptureChannel, patch: StripPatch): StripPatch {
  const keys = Object.keys(patch) as (keyof StripPatch)[];
  // `Object.fromEntries` forgets which value belongs to which key.
  return Object.fromEntries(keys.map((key) => [key, channel[key]]));
}

interface ChannelReductionProps {
  channelId: string;
  effect: MeteredEffect;
  isOn: boolean;
}

/** What an effect of the channel takes away now; nothing is known while no session runs. */
function ChannelReduction({ channelId, effect, isOn }: ChannelReductionProps) {
  const { t } = useTranslation(['studio', 'effects']);
  const feed = useCaptureFeed();
  const source = useMemo(
    () =>
      reductionSource(feed.subscribe, () => {
        const strip = feed.readStrip(channelId);
        return strip && reductionOf(strip, effect);
      }),
    [feed, channelId, effect],
  );
  const text = useCaptureText((levels) => {
    const strip = levels?.channels.find(({ id }) => id === channelId)?.levels;
    const reductionDb = strip ? reductionOf(strip, effect) : null;
    return reductionDb === null ? null : formatFigure(reductionDb, 1);
  });
  const whyUnknown = t(isOn ? 'studio:channels.reductionUnknown' : 'effects:reduction.whyOff');
  return <ReductionMeter {...{ effect, source, text, isOn, whyUnknown }} />;
}
