import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import {
  createByteFanOut,
  readPieces,
  type EventHub,
  type Handlers,
} from '../../../../src-shared/rpc/index.ts';
import type { captureProcessContract } from '../captureContract.ts';
import type { EngineProcessContract } from '../contract.ts';
import type { Addon } from './addon.ts';
import type { CaptureAddon, CaptureEvent, CaptureSession, EngineBenchAddon } from './captureAddon.ts';
import { attempt, toErrorCode, toRpcError } from './failures.ts';
import { packProgram } from '../programPiece.ts';
import { fromLittleEndianBytes } from './sampleBytes.ts';
import { createStudioHandlers } from './studio/index.ts';
import { packVoices } from '../voicePiece.ts';
import type { ChainAttachment } from './openChains.ts';

type CaptureHandlers = Handlers<typeof captureProcessContract>;

/** The capture part of the engine process: one session at a time on the addon's `startCapture`. */
export function createCaptureHandlers(
  loadAddon: () => Addon,
  events: EventHub<EngineProcessContract>,
  chains?: ChainAttachment,
): CaptureHandlers {
  let running: CaptureSession | null = null;
  let sessions = 0;
  const listening = createListening(() => running);

  function onEvent(event: CaptureEvent): void {
    switch (event.type) {
      case 'levels':
        return events.emit('capture.onLevelsMeasured', event.levels);
      case 'program':
        return listening.program.push(packProgram(event));
      case 'voices':
        return listening.voices.push(packVoices(event.voices));
      case 'takeEnded':
        return events.emit('capture.onEvent', {
          ...event,
          code: event.code === null ? null : toErrorCode(event.code),
        });
      case 'failed':
        return events.emit('capture.onEvent', { ...event, code: toErrorCode(event.code) });
      case 'devices':
        return events.emit('capture.onEvent', { ...event, latencyModes: running?.info.latencyModes ?? [] });
      case 'overloaded':
      case 'takeStarted':
      case 'takePaused':
      case 'takeResumed':
      case 'takeProgress':
      case 'takeWarning':
        return events.emit('capture.onEvent', event);
    }
  }

  function onSession<T>(call: (session: CaptureSession) => T): T {
    const session = running;
    if (!session) throw failWith('CAPTURE_NOT_RUNNING', 'captureIdle');
    return attempt(() => call(session));
  }

  return {
    ...createStudioHandlers(loadAddon),
    'capture.start'(options) {
      if (running) throw failWith('CAPTURE_ALREADY_RUNNING', 'captureRunning');
      const addon = withCapture(loadAddon());
      const session = (sessions += 1);
      // What an earlier session still had to say is no event of this one.
      running = attempt(() => addon.startCapture(options, (event) => session === sessions && onEvent(event)));
      chains?.onSession(running);
      listening.watch(running);
      return running.info;
    },
    'capture.setChannel'(channel) {
      onSession((session) => session.setChannel(channel));
      chains?.onChannel(channel.id);
    },
    'capture.removeChannel': ({ id }) => onSession((session) => session.removeChannel(id)),
    'capture.setLatencyMode': ({ modeMs }) => onSession((session) => session.setLatencyMode(modeMs)),
    ...listening.handlers,
    ...createTakeHandlers(onSession),
    'capture.pauseTake': () => onSession((session) => session.pauseTake()),
    'capture.resumeTake': () => onSession((session) => session.resumeTake()),
    'capture.addMarker': ({ label }) => onSession((session) => ({ atSec: session.addMarker(label) })),
    'capture.stopTake': () => onSession((session) => session.stopTake()),
    'bench.runEngine'(options) {
      const addon = loadAddon();
      if (!hasBench(addon)) throw outdated();
      return attempt(() => addon.benchEngine(options));
    },
    'capture.stop'() {
      const session = running;
      running = null;
      chains?.onSession(null);
      if (session) attempt(() => session.stop());
    },
  };
}

/** A take's start, and sound that is played into its tracks. */
function createTakeHandlers(onSession: (call: (session: CaptureSession) => void) => void) {
  return {
    'capture.startTake': (options) =>
      new Promise((resolve, reject) => {
        const onEnd = (error: Error | null) => (error ? reject(toRpcError(error)) : resolve());
        onSession((session) => session.startTake(options, () => undefined, onEnd));
      }),
    async 'capture.writePlayed'({ sessionFrame, ids, sizeBytes }, { bytes }) {
      const sizes = ids.map(() => sizeBytes);
      const sounds = (await readPieces(bytes, sizes)).map(fromLittleEndianBytes);
      onSession((session) =>
        sounds.forEach((samples, at) => session.writePlayed(ids[at] ?? '', sessionFrame, samples)),
      );
    },
  } satisfies Pick<CaptureHandlers, 'capture.startTake' | 'capture.writePlayed'>;
}

/** Who listens beside the session, whichever runs: its sound is fetched only while there is somebody. */
function createListening(session: () => CaptureSession | null) {
  const program = createByteFanOut((count) => session()?.watchProgram(count > 0));
  const voices = createByteFanOut((count) => session()?.watchVoices(count > 0));
  return {
    program,
    voices,
    handlers: {
      'capture.watchProgram': (_input, { signal }) => program.read(signal),
      'capture.watchVoices': (_input, { signal }) => voices.read(signal),
    } satisfies Pick<CaptureHandlers, 'capture.watchProgram' | 'capture.watchVoices'>,
    watch(begun: CaptureSession): void {
      if (program.readerCount > 0) begun.watchProgram(true);
      if (voices.readerCount > 0) begun.watchVoices(true);
    },
  };
}

function withCapture(addon: Addon): CaptureAddon {
  if ('startCapture' in addon && typeof addon.startCapture === 'function') return addon as CaptureAddon;
  throw outdated();
}

function hasBench(addon: object): addon is EngineBenchAddon {
  return 'benchEngine' in addon && typeof addon.benchEngine === 'function';
}

const outdated = () => failWith('ENGINE_UNAVAILABLE', 'engineOutdated');
