import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { decode } from './recordings.ts';
import type { SoundServer } from './virtualAudio.ts';

/** A microphone of PulseAudio that can be pulled and put back. What is played into `<name>_in` is heard by it. */
export interface PulseMicrophone {
  name: string;
  into: string;
  unplug(): Promise<void>;
  plug(): Promise<void>;
}

/** Microphones that all hear the same sink, so that what is played into that is in all of them at once. */
export async function addMicrophones(
  server: SoundServer,
  into: string,
  names: string[],
): Promise<PulseMicrophone[]> {
  const load = (args: string[]) => server.run('pactl', ['load-module', ...args]).then((id) => id.trim());
  const map = `rate=48000 channels=${names.length} channel_map=${POSITIONS.slice(0, names.length).join(',')}`;
  await load(['module-null-sink', `sink_name=${into}`, ...map.split(' ')]);
  const microphones = names.map((name, index) => {
    let moduleId = '';
    const plug = async () => {
      const source = [`source_name=${name}`, `master=${into}.monitor`, 'channels=1', 'remix=no'];
      const channels = ['channel_map=mono', `master_channel_map=${POSITIONS[index]}`];
      moduleId = await load(['module-remap-source', ...source, ...channels, description(name)]);
    };
    const unplug = async () => void (await server.run('pactl', ['unload-module', moduleId]));
    return { name, into, plug, unplug };
  });
  for (const microphone of microphones) await microphone.plug();
  return microphones;
}

const POSITIONS = ['front-left', 'front-right', 'rear-left', 'rear-right'];
const description = (name: string) => `source_properties=device.description=${name}`;

/** The id that the engine gives to a device of this name. */
export async function findSource(client: Client<AppContract>, name: string): Promise<string> {
  const devices = unwrap(await client.call('devices.listAudio'));
  const found = devices.find((device) => device.type !== 'output' && device.name.includes(name));
  if (!found) throw new Error(`${name} is not among ${devices.map((device) => device.name).join(', ')}`);
  return found.id;
}

/** The parts of a take's `take.json` that tests look at. */
export interface TakeOnDisk {
  status: string;
  startedAtMs: number;
  frames: number;
  sampleRate: number;
  markers: { atFrame: number; label: string }[];
  pauses: { atFrame: number; frames: number }[];
  ended: { code: string } | null;
  tracks: {
    id: string;
    name: string;
    kind: 'channel' | 'mix';
    file: string;
    framesWritten: number;
    missingFrames: number;
    dryFrames: number;
    xruns: number;
    gapCount: number;
    gaps: { atFrame: number; spanFrames: number; missingFrames: number; reason: string }[];
  }[];
}

export function readTake(folder: string): TakeOnDisk {
  return JSON.parse(readFileSync(join(folder, 'take.json'), 'utf8')) as TakeOnDisk;
}

/** The sound of one channel's file. */
export function readTrack(folder: string, id: string): Float32Array[] {
  const track = readTake(folder).tracks.find((candidate) => candidate.id === id);
  if (!track) throw new Error(`${folder} has no track ${id}`);
  return decode(join(folder, track.file)).channels;
}
