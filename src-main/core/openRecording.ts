import { uptime } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src-shared/contract/settings.ts';
import type { Journal } from '../../src-shared/handlers/journal.ts';
import type { CaptureService } from '../services/capture/index.ts';
import type { DeviceService } from '../services/devices/index.ts';
import type { EngineService } from '../services/engine/index.ts';
import { createInterruptions } from '../services/interruptions/index.ts';
import type { PlanGuard } from '../services/licence/index.ts';
import { createMeetings } from '../services/meetings/index.ts';
import { createRecordingService, makeTakeFolder } from '../services/recording/index.ts';
import { createTakesService, listTakes } from '../services/takes/index.ts';
import { createTakesFolder, type TakesFolderService } from '../services/takesFolder/index.ts';
import type { CoreHub, CorePorts } from './ports.ts';

export interface RecordingParts {
  engine: EngineService;
  capture: CaptureService;
  devices: DeviceService;
  settings: { read(): Settings; update(changes: Partial<Settings>): Settings };
  plan: PlanGuard;
  journal: Journal;
  /** Sound files of a broadcast, as tracks of a take. */
  soundTracks: () => { id: string; name: string }[];
}

/** The recorder, the library of its takes and where they lie, meetings, and the sleep of the machine in between. */
export function openRecording(ports: CorePorts, hub: CoreHub, parts: RecordingParts) {
  const { clock, log, createId } = ports;
  const { engine, capture, devices, settings, plan, journal, soundTracks } = parts;
  const takesFolder = createTakesFolder({
    defaultPath: join(ports.dataDir, 'takes'),
    readSettings: () => settings.read(),
    writeSetting: (path) => void settings.update({ takesFolder: path }),
    countTakes: async (path) => (await listTakes(path)).length,
    dialog: ports.folderDialog ?? null,
  });
  const takes = openTakes(ports, hub, parts, takesFolder);
  const recording = createRecordingService({
    sound: { engine: engine.capture, channels: capture.channels },
    soundTracks,
    screenSound: {
      listAudio: () => devices.listAudio(),
      listSystemAudio: () => devices.listSystemAudio(),
      defaultEngine: () => plan.defaultEngine(),
      get wantedMicrophoneId() {
        return settings.read().inputDeviceId;
      },
    },
    makeFolder: (name) => makeTakeFolder(takesFolder.requirePath(), name, clock.nowMs()),
    assertMayAdd: (kind, running) => plan.assertMayAdd(kind, running),
    clock,
    createId,
    nowMs: () => performance.now(),
    uncountedMsSince: (wallMs) => interruptions.uncountedMsSince(wallMs),
    log,
    events: hub,
    onEnded: (take) => journal.onTakeEnded(take),
    certify: (folder) => takes.onTakeEnded(folder, capture.readWhole().channels),
    recover: (folder) => takes.recover(folder),
  });
  const interruptions = createInterruptions({
    readClocks: () => ({ uptimeMs: uptime() * 1000, monotonicMs: performance.now() }),
    readTake() {
      const { take } = engine.capture.state;
      return take ? { folder: take.folder, ...take.progress } : recording.videoOnlyTake;
    },
    clock,
    log,
    onChanged: (state) => hub.emit('interruptions.onChanged', state),
  });
  const meetings = createMeetings({
    libraryPaths: () => takesFolder.paths(),
    onChanged: (id) => hub.emit('takes.onChanged', { id }),
    log,
  });
  return {
    takes,
    readTake: (id: string) => takes.readFolder(id),
    recording,
    interruptions,
    handlers: {
      ...takes.handlers,
      ...recording.handlers,
      ...meetings,
      ...interruptions.handlers,
      ...takesFolder.handlers,
    },
  };
}

function openTakes(
  ports: CorePorts,
  hub: CoreHub,
  { engine, journal }: RecordingParts,
  takesFolder: TakesFolderService,
) {
  return createTakesService({
    libraryPath: () => takesFolder.paths(),
    exportsPath: join(ports.dataDir, 'exports'),
    soundPath: join(ports.dataDir, 'heard'),
    showInFolder: ports.showInFolder ?? null,
    createId: ports.createId,
    engine,
    clock: ports.clock,
    log: ports.log,
    onChanged: (id) => hub.emit('takes.onChanged', { id }),
    onProgressed: (id, done) => hub.emit('takes.onProgressed', { id, done }),
    onRecovered: (recordedSec) => journal.onTakeEnded({ recordedSec, isContinued: false }),
  });
}
