import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { createByteFanOut, type EventHub, type Handlers } from '../../../../src-shared/rpc/index.ts';
import type { EngineProcessContract } from '../contract.ts';
import type { SessionFigures } from '../../../../src-shared/domain/journalPeriod.ts';
import type { Addon, LiveEvent, LiveSession } from './addon.ts';
import { attempt, toErrorCode } from './failures.ts';
import { toLittleEndianBytes } from './sampleBytes.ts';

type AllHandlers = Handlers<EngineProcessContract>;

/** The live session. */
export function createLiveHandlers(loadAddon: () => Addon, events: EventHub<EngineProcessContract>) {
  const taps = createTaps(() => watch());
  let live: LiveSession | null = null;
  let figures: SessionFigures | null = null;
  const watch = () => live?.watch(taps.wanted);

  function onEvent(session: LiveSession | null, event: LiveEvent): void {
    const isOfNow = session === live;
    if (event.type === 'failed') {
      // The host stops what is left of it: freeing a lost device may take seconds, and is then expected to.
      if (isOfNow) events.emit('live.onFailed', { code: toErrorCode(event.code), message: event.message });
      return;
    }
    if (event.type === 'sound') return taps.pushSound(event.samples);
    const { scope, spectrum, session: sinceStart, ...levels } = event.levels;
    const { framesProcessed, framesMissed } = levels;
    if (isOfNow) figures = { framesProcessed, framesMissed, ...sinceStart };
    events.emit('live.onLevelsMeasured', levels);
    taps.pushLevels(scope, spectrum);
  }

  return {
    ...taps.handlers,
    'live.start'(options) {
      if (live) throw failWith('LIVE_ALREADY_RUNNING', 'liveRunning');
      let started: LiveSession | null = null;
      live = started = attempt(() => loadAddon().startLive(options, (event) => onEvent(started, event)));
      figures = null;
      watch();
      return live.info;
    },
    'live.update'(settings) {
      const session = live;
      if (!session) throw failWith('LIVE_NOT_RUNNING', 'liveIdle');
      attempt(() => session.update(settings));
    },
    'live.setMonitor'({ monitor }) {
      const session = live;
      if (!session) throw failWith('LIVE_NOT_RUNNING', 'liveIdle');
      return attempt(() => session.setMonitor(monitor));
    },
    'live.readFigures': () => (live ? figures : null),
    'live.stop'() {
      const session = live;
      live = null;
      if (!session) return null;
      attempt(() => session.stop());
      return figures;
    },
  } satisfies Partial<AllHandlers>;
}

/** What is read of the session beside its levels. The addon measures spectrum and sound only while somebody reads. */
function createTaps(onReaders: () => void) {
  const scope = createByteFanOut();
  const spectrum = createByteFanOut(onReaders);
  const sound = createByteFanOut(onReaders);
  return {
    get wanted() {
      return { spectrum: spectrum.readerCount > 0, sound: sound.readerCount > 0 };
    },
    pushSound: (samples: Float32Array) => sound.push(toLittleEndianBytes(samples)),
    pushLevels(pairs: Float32Array, bands: Float32Array) {
      if (pairs.length > 0) scope.push(toLittleEndianBytes(pairs));
      if (bands.length > 0) spectrum.push(toLittleEndianBytes(bands));
    },
    handlers: {
      'live.watchScope': (_input, { signal }) => scope.read(signal),
      'live.watchSpectrum': (_input, { signal }) => spectrum.read(signal),
      'live.watchSound': (_input, { signal }) => sound.read(signal),
    } satisfies Partial<AllHandlers>,
  };
}
