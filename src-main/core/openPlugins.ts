import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src-shared/contract/settings.ts';
import type { CaptureService } from '../services/capture/index.ts';
import type { EngineService } from '../services/engine/index.ts';
import {
  createAllowedFolders,
  createCatalogue,
  createFileCache,
  createFolderConsent,
  createPluginService,
  pluginFolders,
  presetFolders,
  readConfinement,
} from '../services/plugins/index.ts';
import type { CoreHub, CorePorts } from './ports.ts';

export interface PluginParts {
  engine: EngineService;
  capture: CaptureService;
  settings: { read(): Settings; setPluginFolders(folders: string[]): void };
}

/** The catalogue of plug-ins, looked through again where its folders change, and the chains of the channels. */
export function openPlugins(ports: CorePorts, hub: CoreHub, { engine, capture, settings }: PluginParts) {
  const { clock, log, dataDir, env } = ports;
  const catalogue = createCatalogue({
    hostPath: ports.pluginHostPath,
    env,
    machine: { platform: process.platform, arch: process.arch },
    store: createFileCache(join(dataDir, 'plugins.json'), ports.version, log),
    readFolders: () =>
      pluginFolders({
        platform: process.platform,
        env,
        homeDir: homedir(),
        ownFolders: settings.read().pluginFolders,
      }),
    clock,
    log,
    events: hub,
  });
  let searchedFolders = JSON.stringify(settings.read().pluginFolders);
  hub.subscribe('settings.onChanged', (changed) => {
    const folders = JSON.stringify(changed.pluginFolders);
    if (folders !== searchedFolders) catalogue.followFolders();
    searchedFolders = folders;
  });
  return createPluginService({
    catalogue,
    engine: engine.plugins,
    store: capture.chains,
    isCapturing: () => engine.capture.state.session !== null,
    presets: presetFolders(process.platform, env, homedir()),
    ownFolders: {
      read: () => settings.read().pluginFolders,
      write: (folders) => settings.setPluginFolders(folders),
    },
    readConfinement: () => readConfinement(ports.pluginHostPath, env),
    consent: createFolderConsent({
      allowed: createAllowedFolders(dataDir),
      confirm: ports.confirmPluginFolder ?? null,
    }),
    temporaryDir: join(dataDir, 'temporary'),
    createId: ports.createId,
    log,
    events: hub,
  });
}
