import type { Accounts } from '../../../src-shared/contract/accounts.ts';
import { captureContract } from '../../../src-shared/contract/capture.ts';
import { cleanContract } from '../../../src-shared/contract/clean.ts';
import { licenceContract, type LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { pluginsContract } from '../../../src-shared/contract/plugins.ts';
import { presetsContract } from '../../../src-shared/contract/presets.ts';
import { takesContract } from '../../../src-shared/contract/takes.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { AppContract } from '../../../src-shared/contract/index.ts';
import { CHANNEL_CAPS } from '../../../src-shared/domain/audio.ts';
import { summarisePeriod } from '../../../src-shared/domain/journalPeriod.ts';
import { BUILT_IN_PRESETS } from '../../../src-shared/domain/presets.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { refuseCalls, type Handlers } from '../../../src-shared/rpc/index.ts';
import type { StoredSettings } from './storedSettings.ts';

/** What this web build cannot do, and what can. */
export const NO_LIVE_CLEANING =
  'Live cleaning needs the desktop app or the SoundDesk that you start on your own computer: this web page cannot clean sound live.';
const NO_CAPTURE =
  'Several channels at once need the desktop app or the SoundDesk that you start on your own computer.';
const NO_FILE_CLEANING =
  'Cleaning files needs the desktop app or the SoundDesk that you start on your own computer: this web page cannot do it.';
const NO_LICENCE = 'This web page needs no license: an account is enough. The desktop app takes one.';
const NO_LICENCE_STATUS: LicenceStatusReport = {
  state: { kind: 'notNeeded' },
  device: { id: '', name: '', platform: 'linux', keptIn: 'file' },
  serverUrl: null,
  lastContactMs: null,
  contactProblem: null,
  freeTier: { isChosen: false, limitSec: 0, usedSec: 0 },
};
const NO_PLUGINS =
  'VST3 plug-ins need the desktop app or the SoundDesk that you start on your own computer: a web page cannot load them.';
const NO_OWN_PRESETS = 'This web page keeps no presets of your own. The desktop app does.';
const NO_DEVICES = 'This web page does not choose audio devices. The desktop app does.';

/** The same answers as the other hosts give, from Web APIs alone. */
export function createBrowserHandlers(options: {
  accounts: Accounts;
  settings: StoredSettings;
  userAgent: string;
  version: string;
}): Handlers<AppContract> {
  const refuseLive = () => {
    throw new RpcError('UNSUPPORTED', NO_LIVE_CLEANING);
  };
  const refuseDevices = () => {
    throw new RpcError('UNSUPPORTED', NO_DEVICES);
  };
  return {
    'host.describe': () => ({
      product: PRODUCT_NAME,
      version: options.version,
      runtime: 'browser',
      operatingSystem: options.userAgent,
      mode: 'basic',
      channelCaps: CHANNEL_CAPS.basic,
      capabilities: {
        liveCleaning: { supported: false, reason: NO_LIVE_CLEANING },
        deviceSelection: { supported: false, reason: NO_DEVICES },
        fileCleaning: { supported: false, reason: NO_FILE_CLEANING },
        multiChannelCapture: { supported: false, reason: NO_CAPTURE },
        plugins: { supported: false, reason: NO_PLUGINS },
        pluginWindows: { supported: false, reason: NO_PLUGINS },
      },
    }),
    'accounts.read': () => options.accounts,
    'settings.read': () => options.settings.read(),
    'settings.update': (patch) => options.settings.update(patch),
    'devices.listAudio': refuseDevices,
    'devices.listSystemAudio': refuseDevices,
    'devices.readVirtualMicrophone': () => ({
      support: { supported: false, reason: NO_DEVICES },
      microphone: null,
    }),
    'devices.startVirtualMicrophone': refuseDevices,
    'devices.stopVirtualMicrophone': refuseDevices,
    'engine.readState': () => ({ process: 'idle', restarts: 0, lastFailure: null, live: null }),
    'engine.startLive': refuseLive,
    'engine.updateLive': refuseLive,
    'engine.setListening': refuseLive,
    'engine.stopLive': refuseLive,
    'engine.watchScope': refuseLive,
    'engine.watchSpectrum': refuseLive,
    'engine.watchSound': refuseLive,
    ...refuseCalls(captureContract, NO_CAPTURE),
    ...refuseCalls(cleanContract, NO_FILE_CLEANING),
    ...refuseCalls(takesContract, NO_CAPTURE),
    ...refuseCalls(licenceContract, NO_LICENCE),
    'licence.readStatus': () => NO_LICENCE_STATUS,
    ...refuseCalls(pluginsContract, NO_PLUGINS),
    ...refuseCalls(presetsContract, NO_OWN_PRESETS),
    'presets.list': () => ({ presets: [...BUILT_IN_PRESETS], damage: null }),
    // Nothing is cleaned here, so nothing was cleaned today.
    'journal.readPeriod': (range) => summarisePeriod([], [], range),
    'journal.readToday': () => ({ sessions: 0, cleanedSec: 0, cleanedSecByHour: Array<number>(24).fill(0) }),
  };
}
