import { createBroadcastService, type BroadcastService } from '../services/broadcast/index.ts';
import type { EngineService } from '../services/engine/index.ts';
import type { LicenceService } from '../services/licence/index.ts';
import type { SecretStore } from '../services/ports.ts';
import type { CoreHub, CorePorts } from './ports.ts';

/** Live broadcast, with the sound of the engine's mix. */
export function openBroadcast(
  ports: CorePorts,
  hub: CoreHub,
  parts: { engine: EngineService; licence: LicenceService; secrets: SecretStore },
): BroadcastService {
  const { clock, log, createId, dataDir } = ports;
  const { capture } = parts.engine;
  return createBroadcastService({
    dataDir,
    secrets: parts.secrets,
    readLimits: () => parts.licence.readLimits(),
    sound: {
      get sampleRateHz() {
        return capture.state.session?.sampleRate ?? null;
      },
      read: (signal) => capture.program.read(signal),
    },
    nowMs: () => performance.now(),
    clock,
    createId,
    log,
    onChanged: (view) => hub.emit('broadcast.onChanged', view),
  });
}
