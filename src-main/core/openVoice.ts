import { join } from 'node:path';
import { failWith } from '../../src-shared/contract/errorTexts.ts';
import { hasVoiceAi } from '../../src-shared/domain/planLimits.ts';
import { CaptionsService } from '../../src-shared/handlers/captions/index.ts';
import type { KeysService } from '../../src-shared/handlers/keys.ts';
import { createVoiceService, type VoiceService } from '../../src-shared/handlers/voice/index.ts';
import type { CaptureService } from '../services/capture/index.ts';
import type { EngineService } from '../services/engine/index.ts';
import type { LicenceService } from '../services/licence/index.ts';
import { createModelsService } from '../services/models/index.ts';
import { createSpeechService } from '../services/speech/index.ts';
import { createLiveLines, createTranscriptsService } from '../services/transcripts/index.ts';
import type { TakesService } from '../services/takes/index.ts';
import { createConsentFolder, createFileVoiceStore } from '../services/voice/index.ts';
import type { CoreHub, CorePorts } from './ports.ts';

/** Voice AI with the user's own keys, which are read here and go to their provider alone; transcripts of takes and captions by it. */
export function openVoice(
  ports: CorePorts,
  hub: CoreHub,
  parts: {
    keys: KeysService;
    licence: LicenceService;
    takes: TakesService;
    engine: EngineService;
    capture: CaptureService;
    isBroadcasting: () => Promise<boolean>;
  },
) {
  const { clock, log, createId, dataDir } = ports;
  const { keys, licence, takes } = parts;
  const models = createModelsService({
    dir: join(dataDir, 'models'),
    fetch: (input, init) => fetch(input, init),
    log,
    nowMs: () => clock.nowMs(),
    onChanged: (state) => hub.emit('models.onChanged', state),
  });
  const speech = createSpeechService({
    models,
    launch: ports.launchSpeech,
    programs: ports.speechPrograms,
    log,
  });
  const voice = createVoiceService({
    fetch: (input, init) => fetch(input, init),
    readKey: (provider) => keys.readKey(provider),
    async assertAllowed() {
      if (!hasVoiceAi(await licence.readLimits())) throw failWith('PLAN_LIMIT', 'voiceAiPlan');
    },
    store: createFileVoiceStore(join(dataDir, 'voice.json'), log),
    consents: createConsentFolder(join(dataDir, 'consents'), log),
    offline: speech,
    nowMs: () => clock.nowMs(),
    createId,
    log: (message, error) => log.error(message, error),
    onChanged: (state) => hub.emit('voice.onChanged', state),
  });
  const transcripts = createTranscriptsService({
    openTake: (id) => takes.readFolder(id),
    openEngine: voice.openSpans,
    notes: voice.notes,
    search: {
      dir: join(dataDir, 'transcript-index'),
      listTakes: () => takes.list(),
      folderOf: (id) => takes.folderOf(id),
      log,
    },
    clock,
    log,
    onProgressed: (job) => hub.emit('transcripts.onProgressed', job),
  });
  const captions = openCaptions(ports, hub, { ...parts, openEngine: voice.openCaptions });
  return {
    handlers: { ...voice.handlers, ...models.handlers, ...transcripts.handlers, ...captions.handlers },
    models,
    setWantsCaptions: (isWanted: boolean) => captions.setWanted(isWanted),
    close() {
      captions.close();
      transcripts.close();
      models.close();
      speech.close();
    },
  };
}

function openCaptions(
  { clock, createId, log }: CorePorts,
  hub: CoreHub,
  parts: {
    engine: EngineService;
    capture: CaptureService;
    isBroadcasting: () => Promise<boolean>;
    openEngine: VoiceService['openCaptions'];
  },
) {
  const { engine, capture } = parts;
  const live = createLiveLines({
    runningFolder: () => engine.capture.state.take?.folder ?? null,
    nowMs: () => clock.nowMs(),
    log,
  });
  const captions = new CaptionsService({
    readVoices: (signal) => engine.capture.readVoices(signal),
    studio: {
      get isOpen() {
        return engine.capture.state.session !== null;
      },
      isUsed: async () => engine.capture.state.take !== null || (await parts.isBroadcasting()),
      listChannels: () => capture.readWhole().channels,
      open: () => capture.start(null),
      close: () => capture.stop(),
    },
    openEngine: parts.openEngine,
    keepLine: (line) => live.keep(line),
    createId,
    nowMs: () => clock.nowMs(),
    after: laterUnlessEnded,
    log,
    onChanged: (state) => hub.emit('captions.onChanged', state),
    onSpoken: (line) => hub.emit('captions.onSpoken', line),
    onCleared: () => hub.emit('captions.onCleared', {}),
  });
  hub.subscribe('capture.onStateChanged', () => captions.onStudioChanged());
  hub.subscribe('recording.onStateChanged', () => live.follow());
  return captions;
}

/** Nothing waits for it at the end of the process. */
function laterUnlessEnded(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms).unref();
  return () => clearTimeout(timer);
}
