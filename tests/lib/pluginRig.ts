import { mkdtempSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { captureSetUpSchema, type CaptureSetUp } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { writeWav } from './recordings.ts';
import { playIntoJackPort, type SoundServer } from './virtualAudio.ts';

/** Where `node scripts/build-addon.mjs --tests` puts our own test plug-ins (native/test/plugins/README.md). */
const TEST_PLUGINS = join(import.meta.dirname, '../../native/build/test-plugins');

/** A folder with these test plug-ins alone, for `VST3_PATH`. */
export function folderOfTestPlugins(dir: string, names: readonly string[]): string {
  const folder = mkdtempSync(join(dir, 'vst3-'));
  for (const name of names) symlinkSync(join(TEST_PLUGINS, `${name}.vst3`), join(folder, `${name}.vst3`));
  return folder;
}

/** Ids by name of what a scan finds. */
export async function scanPlugins(client: Client<AppContract>): Promise<Map<string, string>> {
  unwrap(await client.call('plugins.scan', { isForced: false }));
  for (;;) {
    const { plugins, scan, scannedAtMs } = unwrap(await client.call('plugins.readCatalogue'));
    if (scannedAtMs !== null && !scan.isRunning) return new Map(plugins.map(({ name, id }) => [name, id]));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Mono channels `c1`, `c2`, … on the inputs of a JACK server, without any cleaning, recorded as floats. */
export function plainSetUp(source: string, channelCount: number): CaptureSetUp {
  return captureSetUpSchema.parse({
    version: 1,
    bufferFrames: 256,
    recording: { mode: 'both', tap: 'processed', encoding: 'float32' },
    channels: Array.from({ length: channelCount }, (_, index) => ({
      id: `c${index + 1}`,
      name: `Channel ${index + 1}`,
      source,
      deviceChannels: [index],
      denoise: { engine: 'off', sensitivity: 50, reduction: 50 },
    })),
  });
}

/** A `.vstpreset` file with what the processor keeps, as Steinberg's "Preset Format" has it. */
export function presetOf(pluginId: string, component: Buffer): Buffer {
  const headerBytes = 48;
  const head = Buffer.alloc(headerBytes);
  head.write('VST3', 0);
  head.writeInt32LE(1, 4);
  head.write(pluginId, 8);
  head.writeBigInt64LE(BigInt(headerBytes + component.length), 40);
  const list = Buffer.alloc(28);
  list.write('List', 0);
  list.writeInt32LE(1, 4);
  list.write('Comp', 8);
  list.writeBigInt64LE(BigInt(headerBytes), 12);
  list.writeBigInt64LE(BigInt(component.length), 20);
  return Buffer.concat([head, component, list]);
}

/** The engine's ports on a JACK server, in the order of the device's channels. */
export async function engineInputs(server: SoundServer): Promise<string[]> {
  return (await server.run('jack_lsp', []))
    .split('\n')
    .filter((port) => /:in_\d+$/.test(port) && !port.startsWith('system'));
}

/**
 * Plays one sound into all inputs of the engine at once, so that its tracks have to be alike. Answers the port that it
 * plays from, which is gone when the player is.
 */
export async function playIntoAllInputs(
  server: SoundServer,
  path: string,
  sound: Float32Array,
): Promise<string> {
  writeWav(path, { sampleRate: 48000, channels: [sound] });
  const inputs = await engineInputs(server);
  const player = await playIntoJackPort(server, path, inputs[0] ?? '');
  for (const input of inputs.slice(1)) await server.run('jack_connect', [player, input]);
  return player;
}

/** Whether that player is there and still goes into all inputs: a busy server throws programs out, and they come back. */
export async function isPlayedIntoAllInputs(server: SoundServer, player: string): Promise<boolean> {
  const lines = (await server.run('jack_lsp', ['-c'])).split('\n');
  const at = lines.indexOf(player);
  if (at < 0) return false;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => !line.startsWith(' '));
  const connected = rest.slice(0, end < 0 ? rest.length : end).map((line) => line.trim());
  return (await engineInputs(server)).every((input) => connected.includes(input));
}

/** Processes of the program that loads plug-ins whose engine is this one; of an engine that has gone, 0 is the parent. */
export function sandboxesOf(enginePid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isSandbox(pid) && parentOf(pid) === enginePid);
}

/** Dead processes that nobody has asked after, below this one and the engine. */
export function zombiesOf(pids: readonly number[]): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && stateOf(pid) === 'Z' && pids.includes(parentOf(pid)));
}

function isSandbox(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`).includes('sounddesk_plugin_host');
  } catch {
    return false; // It has ended meanwhile, or is not ours to look at.
  }
}

function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return []; // It has ended meanwhile.
  }
}

const stateOf = (pid: number): string => statOf(pid)[0] ?? '';
const parentOf = (pid: number): number => Number(statOf(pid)[1] ?? 0);
