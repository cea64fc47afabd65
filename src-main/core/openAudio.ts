import { join } from 'node:path';
import type { Settings } from '../../src-shared/contract/settings.ts';
import { VIRTUAL_MICROPHONE } from '../../src-shared/domain/virtualMicrophone.ts';
import { CaptureService, createFileSetUpStore, createTemplates } from '../services/capture/index.ts';
import { createFileCleaning, createCleanService, createLooseFiles } from '../services/clean/index.ts';
import { createOpenFolders } from '../services/openFolders/index.ts';
import { createDeviceService } from '../services/devices/index.ts';
import { createEngineService, type EngineService } from '../services/engine/index.ts';
import { findModelFiles } from '../services/models/index.ts';
import type { PlanGuard } from '../services/licence/index.ts';
import type { MicrophoneAccessService } from '../services/microphoneAccess/index.ts';
import type { CoreHub, CorePorts } from './ports.ts';

/** What the live session asks of the settings, and what it has heard of its room. */
export interface AudioSettings {
  read(): Settings;
  learnRoom(heard: { deviceId: string; thresholdDb: number }, nowMs: number): void;
}

/** The engine process. All that makes or changes sound goes through it. */
export function openEngine(
  ports: CorePorts,
  hub: CoreHub,
  settings: AudioSettings,
  onDied: (reason: string) => void,
): EngineService {
  return createEngineService({
    launch: ports.launchEngine,
    findModel: (id) => findModelFiles(join(ports.dataDir, 'models'), id),
    onDied,
    clock: ports.clock,
    log: ports.log,
    onStateChanged: (state) => hub.emit('engine.onStateChanged', state),
    onLevelsMeasured: (levels) => hub.emit('engine.onLevelsMeasured', levels),
    room: {
      get isLearning() {
        return settings.read().adaptiveLearning;
      },
      thresholdDb: (deviceId) => settings.read().learnedRooms[deviceId]?.thresholdDb ?? null,
      onHeard: (deviceId, thresholdDb) => settings.learnRoom({ deviceId, thresholdDb }, ports.clock.nowMs()),
    },
    onTestStateChanged: (state) => hub.emit('audioTest.onStateChanged', state),
    onTestLevelMeasured: (level) => hub.emit('audioTest.onLevelMeasured', level),
  });
}

/** Devices, the channels of the studio with their templates, and the cleaning of files. */
export function openAudio(
  ports: CorePorts,
  hub: CoreHub,
  parts: { engine: EngineService; plan: PlanGuard; access: MicrophoneAccessService },
) {
  const { clock, log, dataDir, createId } = ports;
  const { engine, plan, access } = parts;
  const devices = createDeviceService({
    engine: engine.devices,
    platform: process.platform,
    ownerPid: process.pid,
    log,
    onChanged: (list) => hub.emit('devices.onChanged', list),
    onVirtualMicrophoneChanged: (state) => hub.emit('devices.onVirtualMicrophoneChanged', state),
  });
  const capture = new CaptureService({
    engine: engine.capture,
    store: createFileSetUpStore(join(dataDir, 'set-up.json'), log),
    clock,
    events: hub,
    defaultEngine: () => plan.defaultEngine(),
    assertMayListen: () => access.requireLeave(),
    async assertMayRecord(setUp) {
      await plan.assertMayRecord(setUp);
      const enabled = setUp.channels.filter(({ isEnabled }) => isEnabled);
      await plan.assertMayClean(enabled.map(({ denoise }) => denoise.engine));
    },
    async prepareOutputs({ programDeviceId }) {
      if (programDeviceId !== VIRTUAL_MICROPHONE.outputDeviceId) return;
      await devices.virtualMicrophone
        .start()
        .catch((error: unknown) => log.error('the virtual microphone could not be made', error));
    },
  });
  const templates = createTemplates({
    dir: join(dataDir, 'templates'),
    createId,
    clock,
    log,
    readSetUp: () => capture.readWhole(),
    applySetUp: (next) => capture.applySetUp(next),
  });
  const cleaning = openCleaning(ports, hub, parts);
  return {
    devices,
    capture,
    ...cleaning.services,
    handlers: {
      ...devices.handlers,
      ...capture.handlers,
      ...templates,
      ...cleaning.handlers,
    },
  };
}

/** Files: the screen's own, those that programs bring, and those of open folders. */
function openCleaning(
  { log, dataDir, createId }: CorePorts,
  hub: CoreHub,
  { engine, plan }: { engine: EngineService; plan: PlanGuard },
) {
  const defaultEngine = () => plan.defaultEngine();
  const cleaner = createCleanService({ engine, createId });
  const clean: typeof cleaner.clean = (request, task) => cleaner.clean(request, task);
  const fileCleaning = createFileCleaning({
    clean,
    dir: join(dataDir, 'cleaning'),
    createId,
    onProgressed: (progress) => hub.emit('clean.onProgressed', progress),
    log,
  });
  const looseFiles = createLooseFiles({
    clean,
    defaultEngine,
    dir: join(dataDir, 'loose-files'),
    createId,
    onProgressed: (id, done) => hub.emit('looseFiles.onProgressed', { id, done }),
    log,
  });
  const openFolders = createOpenFolders({
    dataDir,
    clean,
    defaultEngine,
    createId,
    log,
    onProgressed: (progress) => hub.emit('openFolders.onProgressed', progress),
    onChanged: (places) => hub.emit('openFolders.onChanged', places),
  });
  return {
    services: { fileCleaning, looseFiles },
    handlers: { ...fileCleaning.handlers, ...looseFiles.handlers, ...openFolders.handlers },
  };
}
