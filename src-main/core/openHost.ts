import { join } from 'node:path';
import type { AppContract } from '../../src-shared/contract/index.ts';
import type { Settings } from '../../src-shared/contract/settings.ts';
import { createPresetHandlers } from '../../src-shared/handlers/presets.ts';
import type { UpdateSystem } from '../../src-shared/domain/release.ts';
import type { Handlers } from '../../src-shared/rpc/index.ts';
import { createBrowsersHandlers } from '../services/browsers/index.ts';
import { backendHome, followDamage } from '../../src-node/databaseDamage/index.ts';
import { createDiagnosticsService } from '../services/diagnostics/index.ts';
import type { EngineService } from '../services/engine/index.ts';
import { createHostService } from '../services/host/index.ts';
import { createFilePresetStore } from '../services/presets/index.ts';
import { createGlobalShortcuts } from '../services/shortcuts/index.ts';
import { BUILD_PUBLISHER, createUpdateService } from '../services/updates/index.ts';
import { watchActivity } from './activity.ts';
import type { CoreHub, CorePorts } from './ports.ts';

export interface HostParts {
  engine: EngineService;
  settings: { read(): Settings };
  hasDatabase: () => boolean;
  /** What the diagnostics report of the others. */
  asked: Omit<Partial<Handlers<AppContract>>, 'host.describe'>;
}

/** What this installation is: what it can do, its presets, shortcuts, updates and browsers, and its diagnostics. */
export function openHost(ports: CorePorts, hub: CoreHub, parts: HostParts) {
  const { clock, log, dataDir, door } = ports;
  const { engine, settings } = parts;
  const endDamageWatch = followDamage(backendHome(dataDir), () => hub.emit('host.onTroubleFound', {}));
  const presets = createPresetHandlers({
    store: createFilePresetStore(join(dataDir, 'presets.json'), log),
    nowMs: () => clock.nowMs(),
    createId: ports.createId,
    onChanged: (list) => hub.emit('presets.onChanged', list),
  });
  const globalShortcuts = createGlobalShortcuts({
    keys: ports.globalKeys ?? null,
    onRefusedChanged: (refused) => hub.emit('shortcuts.onRefusedChanged', refused),
    log,
  });
  globalShortcuts.follow(settings.read().shortcuts);
  hub.subscribe('settings.onChanged', ({ shortcuts }) => globalShortcuts.follow(shortcuts));
  const findActivity = watchActivity(hub, () => updates.onActivityChanged());
  const updates = createUpdateService({
    version: ports.version,
    address: ports.env.SOUNDDESK_RELEASES_URL,
    path: join(dataDir, 'updates.json'),
    readSettings: () => settings.read(),
    installs: {
      publisher: ports.publisher ?? BUILD_PUBLISHER,
      program: ports.updateProgram ?? null,
      system: systemOfUpdates(process.platform),
      findActivity,
    },
    createId: ports.createId,
    onChanged: (state) => hub.emit('updates.onChanged', state),
    clock,
    log,
  });
  door?.browsers.onChanged(() => hub.emit('browsers.onChanged', { browsers: door.browsers.list() }));
  const host = createHostService({
    ...ports,
    isSafeMode: ports.isSafeMode ?? false,
    hasDoor: door !== undefined,
    hasDatabase: parts.hasDatabase,
    probeEngine: () => engine.readBuild(),
  });
  const diagnostics = createDiagnosticsService({
    asked: { ...parts.asked, ...host.handlers },
    clock,
    dataDir,
    logFile: ports.logFile ?? null,
    env: ports.env,
  });
  return {
    globalShortcuts,
    updates,
    findActivity,
    handlers: {
      ...host.handlers,
      ...globalShortcuts.handlers,
      ...createBrowsersHandlers(door ?? null),
      ...presets.handlers,
      ...updates.handlers,
      ...diagnostics.handlers,
    },
    close() {
      endDamageWatch();
      globalShortcuts.close();
      updates.close();
    },
  };
}

function systemOfUpdates(platform: NodeJS.Platform): UpdateSystem {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'mac' : 'linux';
}
