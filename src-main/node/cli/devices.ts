import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { AudioDevice } from '../../../src-shared/contract/devices.ts';
import { createCommandEngine } from './engine.ts';
import { EXIT, formatTable, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';

const DEVICES_HELP = `sounddesk devices [--json]

Lists microphones, speakers and what the computer plays, as the audio engine sees them.

  --json    print a JSON array instead of a table
  --help    print this

Exit codes: 0 listed (also where there are none), 1 the engine could not be used, 2 wrong usage.`;

const TYPES: Record<AudioDevice['type'], string> = {
  input: 'microphone',
  output: 'speaker',
  system: 'computer sound',
  line: 'line in',
  usb: 'USB',
};

export async function runDevices(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('devices', args, {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(DEVICES_HELP);
    return EXIT.ok;
  }
  if (positionals.length > 0) throw new UsageError(`"devices" takes no "${positionals[0]}".`);
  const engine = createCommandEngine();
  try {
    const list = engine.handlers['devices.listAudio'];
    const devices = await list(undefined, { signal: new AbortController().signal });
    print(values.json ? JSON.stringify(devices, null, 2) : describe(devices));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    printError(error.message);
    return EXIT.failed;
  } finally {
    await engine.close();
  }
}

function describe(devices: readonly AudioDevice[]): string {
  if (devices.length === 0) {
    return 'There are no sound devices. Connect one, or start a sound server (PipeWire, PulseAudio, JACK).';
  }
  const rows = devices.map((device) => [
    device.isDefault ? '*' : '',
    TYPES[device.type],
    device.name,
    String(device.channels),
    `${device.defaultSampleRate} Hz`,
    device.hostApi,
    device.id,
  ]);
  const head = ['', 'Kind', 'Name', 'Channels', 'Rate', 'System', 'Id'];
  return `${formatTable([head, ...rows])}\n\n* the system's default`;
}
