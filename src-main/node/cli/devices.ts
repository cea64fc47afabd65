import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { VirtualMicrophoneState } from '../../../src-shared/contract/devices.ts';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { createDeviceService } from '../../services/devices/index.ts';
import { createCommandEngine } from './engine.ts';
import { EXIT, formatTable, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';

const DEVICES_HELP = `sounddesk devices [--json]
sounddesk devices virtual-mic on|off|status [--json]

Lists microphones, speakers and what the computer plays, as the audio engine sees them.

"virtual-mic" makes a microphone that other programs can choose, and a speaker that feeds it: choose that speaker
as the output of SoundDesk. It stays until "off", also across a restart of SoundDesk (Linux with PulseAudio or
PipeWire).

  --json    print JSON instead of a table
  --help    print this

Exit codes: 0 done (also where there are no devices), 1 it could not be done, 2 wrong usage.`;

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
  const work = workOf(positionals);
  const engine = createCommandEngine();
  // No owner: what a command switched on stays on when the command has ended.
  const devices = createDeviceService({
    engine: engine.devices,
    platform: process.platform,
    ownerPid: null,
    log: { info: () => undefined, error: () => undefined },
    onChanged: () => undefined,
    onVirtualMicrophoneChanged: () => undefined,
  });
  try {
    const { data, text } = await work(devices);
    print(values.json ? JSON.stringify(data, null, 2) : text);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    printError(error.message);
    return EXIT.failed;
  } finally {
    await engine.close();
  }
}

type Devices = ReturnType<typeof createDeviceService>;
type Work = (devices: Devices) => Promise<{ data: unknown; text: string }>;

const SWITCHES = {
  on: 'start',
  off: 'stop',
  status: 'read',
} as const;

function workOf([subject, action, ...rest]: string[]): Work {
  if (subject === undefined) {
    return async (devices) => {
      const list = await devices.listAudio();
      return { data: list, text: describe(list) };
    };
  }
  if (subject !== 'virtual-mic') throw new UsageError(`"devices" takes no "${subject}".`);
  if (action !== 'on' && action !== 'off' && action !== 'status') {
    throw new UsageError('"devices virtual-mic" takes "on", "off" or "status".');
  }
  if (rest.length > 0) throw new UsageError(`"devices virtual-mic ${action}" takes no "${rest[0]}".`);
  return async (devices) => {
    const state = await devices.virtualMicrophone[SWITCHES[action]]();
    return { data: state, text: describeMicrophone(state) };
  };
}

function describeMicrophone({ support, microphone }: VirtualMicrophoneState): string {
  if (!support.supported) return `The virtual microphone is not to be had here: ${support.reason}`;
  if (!microphone) return 'The virtual microphone is off.';
  return (
    `The virtual microphone is on: other programs find it as "${microphone.name}".\n` +
    `What is played into ${microphone.outputDeviceId} is heard there.`
  );
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
    describeRates(device),
    device.hostApi,
    device.id,
  ]);
  const head = ['', 'Kind', 'Name', 'Channels', 'Rates', 'System', 'Id'];
  return `${formatTable([head, ...rows])}\n\n* the system's default`;
}

function describeRates({ defaultSampleRate, sampleRates }: AudioDevice): string {
  const rates = sampleRates.length > 0 ? sampleRates : [defaultSampleRate];
  return rates.map((rate) => String(rate / 1000)).join(', ') + ' kHz';
}
