import { resolve } from 'node:path';
import type { BroadcastCertificate } from '../../../src-shared/contract/broadcast.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  formatIngestAddress,
  isStreamKey,
  parseIngestAddress,
  type AddressProblem,
} from '../../../src-shared/domain/broadcast/address.ts';
import { CONFIRMED_ON, PLATFORMS, type Platform } from '../../../src-shared/domain/broadcast/platforms.ts';
import {
  MASTER_QUALITY_IDS,
  masterQuality,
  type MasterQuality,
} from '../../../src-shared/domain/broadcast/quality.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { readPrivateFile } from '../../../src-node/files/index.ts';
import {
  certifyBroadcast,
  createFanOut,
  openPublisher,
  playFile,
  type DestinationHealth,
  type DestinationTarget,
  type FanOut,
} from '../../services/broadcast/index.ts';
import { isSetUp, playSetUp, type SetUpProgramme } from './broadcastSetUp.ts';
import { isFolder, withTakeAsFile } from './broadcastTake.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';
import { readSetUp } from './recordSetUp.ts';

/** Platforms whose address is the same for everybody. */
const NAMED = PLATFORMS.filter(({ address }) => address !== null)
  .map(({ id }) => id)
  .join(', ');

const BROADCAST_HELP = `sounddesk broadcast --to URL --key-file FILE [--to URL --key-file FILE …] --input FILE [options]

Sends a file, a take or your devices live to one or several destinations, as fast as it plays. It is encoded once; each
destination is on its own: one that fails is tried again and gets what it missed (up to 20 s), and
no other one waits for it. Ctrl-C ends it cleanly.

  --to URL          rtmp://host/app, rtmps://host/app or srt://host:port, without the stream key; or
                    ${NAMED},
                    with the addresses of ${CONFIRMED_ON}
  --key-file FILE   the stream key of the --to before it, in a file that only you can read (chmod 600);
                    for SRT the stream ID, or streamid=ID&passphrase=WORDS
  --input FILE      a file with video, or the folder of a take: its screen with a camera on it, or
                    its cameras beside each other, and its mix; or a set-up of the studio (FILE.json, made by
                    "sounddesk record --init"): the mix of its devices with an image, until Ctrl-C
  --image FILE      beside a set-up: what viewers see, in place of color bars (PNG or JPEG)
  --quality NAME    ${MASTER_QUALITY_IDS.join(', ')} (720p30 unless you say otherwise)
  --json            print an object: what was made, and for each destination what was sent, confirmed,
                    skipped and missed, and its outages
  --help            print this

Exit codes: 0 every destination got all of it, 1 something is missing somewhere, 2 wrong usage.`;

const PROBLEMS: Readonly<Record<AddressProblem, string>> = {
  empty: 'it is empty',
  scheme: 'it has to begin with rtmp://, rtmps:// or srt://',
  login: 'a name and a password do not belong there',
  host: 'the name of the server is not right',
  port: 'the port is not right',
  app: 'what comes behind the server is missing (rtmp://host/app)',
  srtPath: 'an SRT address is srt://host:port; the stream ID and the passphrase belong in the key file',
  fragment: 'a # does not belong there',
};

interface BroadcastArguments {
  targets: DestinationTarget[];
  input: string;
  image: string | null;
  quality: MasterQuality;
  json: boolean;
}

export async function runBroadcast(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('broadcast', args, {
    to: { type: 'string', multiple: true },
    'key-file': { type: 'string', multiple: true },
    input: { type: 'string' },
    image: { type: 'string' },
    quality: { type: 'string', default: '720p30' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(BROADCAST_HELP);
    return EXIT.ok;
  }
  if (positionals.length > 0) throw new UsageError(`"broadcast" takes no "${positionals[0]}".`);
  if (!values.to) throw new UsageError('Say where it goes: --to rtmp://host/app.');
  if (!values.input) throw new UsageError('Say what is sent: --input FILE.');
  if (values.image !== undefined && !isSetUp(values.input))
    throw new UsageError('--image goes with a set-up as --input (FILE.json).');
  const quality = readQuality(values.quality);
  return await broadcast({
    targets: readTargets(values.to, values['key-file'] ?? [], quality),
    input: resolve(values.input),
    image: values.image === undefined ? null : resolve(values.image),
    quality,
    json: values.json,
  });
}

function readTargets(
  addresses: readonly string[],
  keyFiles: readonly string[],
  { videoKbps }: MasterQuality,
): DestinationTarget[] {
  if (addresses.length !== keyFiles.length) {
    throw new UsageError('Each --to needs a --key-file with its stream key.');
  }
  return addresses.map((text, index) => {
    const platform = PLATFORMS.find(({ id }) => id === text.toLowerCase());
    if (platform) assertWithin(platform, videoKbps);
    const parsed = parseIngestAddress(platform?.address ?? text);
    if ('problem' in parsed) {
      throw new UsageError(`--to "${text}" is no address of a destination: ${PROBLEMS[parsed.problem]}.`);
    }
    return {
      id: String(index + 1),
      address: parsed.address,
      key: readKey(keyFiles[index] ?? ''),
      catchesUp: true,
      isConstantRate: platform?.asksForConstantRate ?? false,
    };
  });
}

function assertWithin({ name, address, mostVideoKbps, keyHint }: Platform, videoKbps: number): void {
  if (address === null) throw new UsageError(`${name} has an address for each account. ${keyHint}`);
  if (mostVideoKbps !== null && videoKbps > mostVideoKbps) {
    throw new UsageError(
      `${name} takes ${mostVideoKbps} kb/s of video, not ${videoKbps}. Choose a lower --quality.`,
    );
  }
}

function readKey(path: string): string {
  let text: string | null;
  try {
    text = readPrivateFile(resolve(path));
  } catch {
    throw new UsageError(
      `${path} can be read by others, or is not a file. Protect it first: chmod 600 ${path}`,
    );
  }
  if (text === null) throw new UsageError(`There is no file ${path}.`);
  const key = text.trim();
  if (!isStreamKey(key)) throw new UsageError(`${path} holds no stream key: it is one line without spaces.`);
  return key;
}

function readQuality(name: string): MasterQuality {
  const id = MASTER_QUALITY_IDS.find((known) => known === name);
  if (!id) throw new UsageError(`--quality is one of ${MASTER_QUALITY_IDS.join(', ')}, not "${name}".`);
  return masterQuality(id);
}

async function broadcast({ targets, input, image, quality, json }: BroadcastArguments): Promise<number> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
  const nowMs = () => performance.now();
  let beganMs = nowMs();
  let startedAtMs = Date.now();
  const made = { framesMade: 0, framesHeld: 0, clockDriftMs: 0, soundPacketsMade: 0 };
  let fanOut: FanOut | null = null;
  const addressOf = (id: string) => {
    const target = targets.find((known) => known.id === id);
    return target ? formatIngestAddress(target.address) : '';
  };
  try {
    await play(
      { input, image },
      {
        quality,
        signal: ending.signal,
        onFormat(format) {
          [beganMs, startedAtMs] = [nowMs(), Date.now()];
          const onStateChanged = (health: DestinationHealth) =>
            printError(lineOf(health, addressOf(health.id), (nowMs() - beganMs) / 1000));
          fanOut = createFanOut({ format, targets, nowMs, open: openPublisher, onStateChanged });
        },
        onPacket(packet) {
          if (packet.kind === 'video') made.framesMade += 1;
          else made.soundPacketsMade += 1;
          fanOut?.push(packet);
        },
      },
    );
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    printError(error.message);
  }
  const health = await (fanOut as FanOut | null)?.end();
  if (!health) return EXIT.failed;
  const certificate = certifyBroadcast(
    { startedAtMs, beganMs, durationSec: (nowMs() - beganMs) / 1000, ...made, events: [] },
    health.map((one) => ({ ...one, address: addressOf(one.id) })),
  );
  printCertificate(certificate, json);
  return certificate.destinations.some(({ grade }) => grade === 'red') ? EXIT.failed : EXIT.ok;
}

/** A take becomes a file first. */
async function play(
  { input, image }: Pick<BroadcastArguments, 'input' | 'image'>,
  programme: SetUpProgramme,
): Promise<void> {
  if (isSetUp(input)) return await playSetUp(readSetUp(input), image, programme);
  if (!isFolder(input)) return await playFile({ ...programme, path: input });
  await withTakeAsFile(input, programme.signal, (path) => playFile({ ...programme, path }));
}

function lineOf({ state, reason, nextTryInMs }: DestinationHealth, address: string, atSec: number): string {
  const next = nextTryInMs === null ? '' : ` Next try in ${(nextTryInMs / 1000).toFixed(1)} s.`;
  return `${formatTimer(atSec)}  ${address}: ${state}${reason ? `. ${reason.message}${next}` : ''}`;
}

function printCertificate(certificate: BroadcastCertificate, json: boolean): void {
  if (json) return print(JSON.stringify(certificate, null, 2));
  for (const { address, grade, framesSent, packetsMissing, reasons } of certificate.destinations) {
    print(`${address}  ${grade}  ${framesSent} frames sent, ${packetsMissing} packets missing`);
    for (const reason of reasons) print(`  ${reason}`);
  }
}
