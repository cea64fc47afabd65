import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import { diagnosticsText } from '../../../src-shared/domain/diagnostics.ts';
import { summarisePeriod } from '../../../src-shared/domain/journalPeriod.ts';
import { createDeviceService } from '../../services/devices/index.ts';
import { createDiagnosticsService } from '../../services/diagnostics/index.ts';
import { readJournal } from '../../services/journal/index.ts';
import { createHostService } from '../../services/host/index.ts';
import { createFileSettingsStore, createSettingsService } from '../../services/settings/index.ts';
import { findDataDir } from '../dataDir.ts';
import { logFilePath } from '../logFile.ts';
import { PLUGIN_HOST_PATH, readVersion } from '../project.ts';
import { createCommandEngine } from './engine.ts';
import { EXIT, print, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';

const DIAGNOSTICS_HELP = `sounddesk diagnostics [--device-names] [--json]

Prints what helps to find a fault: versions, the audio engine, devices, settings and the last lines of the log.
It holds no password, key, token, e-mail or folder of yours. Nothing is sent anywhere.

  --device-names   with the names of devices, which may hold a person's
  --json           print JSON instead of text
  --help           print this

Exit codes: 0 printed, 2 wrong usage.`;

const NO_LOG = { info: () => undefined, error: () => undefined };

export async function runDiagnostics(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('diagnostics', args, {
    'device-names': { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(DIAGNOSTICS_HELP);
    return EXIT.ok;
  }
  if (positionals.length > 0) throw new UsageError(`"diagnostics" takes no "${positionals[0]}".`);
  const engine = createCommandEngine();
  try {
    const cancel = new AbortController();
    process.once('SIGINT', () => cancel.abort());
    const report = await createService(engine).read(values['device-names'] === true, cancel);
    print(values.json ? JSON.stringify(report, null, 2) : diagnosticsText(report));
    return EXIT.ok;
  } finally {
    await engine.close();
  }
}

/** Of the installation, not of a host that may be running beside this command. */
function createService(engine: ReturnType<typeof createCommandEngine>) {
  const dataDir = findDataDir();
  const host = createHostService({
    runtime: 'node',
    version: readVersion(),
    operatingSystem: `${platform()} ${release()} ${arch()}`,
    probeEngine: () => engine.readBuild(),
    pluginHostPath: PLUGIN_HOST_PATH,
    env: process.env,
    dataDir,
    hasDatabase: () => false,
  });
  const devices = createDeviceService({
    engine: engine.devices,
    platform: process.platform,
    ownerPid: null,
    log: NO_LOG,
    onChanged: () => undefined,
    onVirtualMicrophoneChanged: () => undefined,
  });
  const settings = createSettingsService({
    store: createFileSettingsStore(join(dataDir, 'settings.json'), NO_LOG),
    log: NO_LOG,
    onChanged: () => undefined,
  });
  return createDiagnosticsService({
    asked: {
      ...host.handlers,
      ...engine.handlers,
      ...devices.handlers,
      ...settings.handlers,
      'journal.readPeriod'(range) {
        const { segments, takes } = readJournal(dataDir, Date.parse(range.from), NO_LOG);
        return summarisePeriod(segments, takes, range);
      },
    },
    clock: { nowMs: Date.now },
    dataDir,
    logFile: logFilePath(dataDir),
    env: process.env,
  });
}
