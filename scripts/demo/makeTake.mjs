/**
 * Makes the files of the demo recording: three voices in Ogg Opus and three drawn cameras in WebM, written by the product's
 * own Matroska writer, and their description in src-shared/domain/demoTake.ts.
 *
 *   node scripts/demo/makeTake.mjs
 *
 * Needs FFmpeg with Flite, libopus and libvpx, as Debian and Ubuntu build it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClusterWriter, makeEnding, makeFileHead } from '../../src-shared/domain/matroska/writer.ts';
import { scanMatroska } from '../../src-shared/domain/matroska/scan.ts';
import { formatted } from '../lib/format.mjs';
import { FPS, HEIGHT, WIDTH, drawFrames } from './faces.mjs';
import { added, ROOMS } from './rooms.mjs';
import { lengthOf, LINES, SAMPLE_RATE, speak, SPEAKERS, voiceOf } from './voices.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(ROOT, 'src-renderer/features/studio/demo');
const DESCRIPTION = join(ROOT, 'src-shared/domain/demoTake.ts');
const VOICE_BITRATE = '20k';
const VIDEO_BITRATE = '24k';

const temporary = mkdtempSync(join(tmpdir(), 'sounddesk-demo-'));
try {
  await make();
} finally {
  rmSync(temporary, { recursive: true });
}

async function make() {
  const spoken = speak(LINES);
  const frames = lengthOf(spoken);
  const voices = [];
  const cameras = [];
  for (const [index, { id, name }] of SPEAKERS.entries()) {
    const voice = voiceOf(id, spoken, frames);
    const sound = `${id}-voice.ogg`;
    writeVoice(join(FOLDER, sound), added(voice, ROOMS[id](frames)));
    voices.push({ id, name, ...fileFacts(sound) });
    const video = `${id}-camera.webm`;
    const facts = await writeCamera(join(FOLDER, video), { voice, index });
    cameras.push({ id: `camera-${id}`, name: `${name} (camera)`, ...facts, ...fileFacts(video) });
  }
  const markers = spoken
    .filter(({ marker }) => marker)
    .map(({ marker, atFrame }) => ({ atFrame, label: marker }));
  const name = 'The Noisy Room (demo)';
  await writeDescription({ name, sampleRate: SAMPLE_RATE, frames, voices, cameras, markers });
}

function fileFacts(file) {
  const bytes = readFileSync(join(FOLDER, file));
  process.stdout.write(`${file}: ${bytes.length} bytes\n`);
  return { file, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function writeVoice(target, samples) {
  ffmpeg(
    [
      ...['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', '-'],
      ...['-c:a', 'libopus', '-b:a', VOICE_BITRATE, '-application', 'voip', '-frame_duration', '20'],
      ...['-map_metadata', '-1', '-bitexact', '-y', target],
    ],
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
  );
}

/** VP9 out of FFmpeg frame by frame (IVF), into a file as the recorder writes it. */
async function writeCamera(target, { voice, index }) {
  const ivf = join(temporary, 'camera.ivf');
  ffmpeg(
    [
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FPS), '-i', '-'],
      ...['-pix_fmt', 'yuv420p', '-c:v', 'libvpx-vp9', '-b:v', VIDEO_BITRATE, '-g', String(5 * FPS)],
      ...[
        '-deadline',
        'good',
        '-cpu-used',
        '4',
        '-auto-alt-ref',
        '0',
        '-lag-in-frames',
        '0',
        '-bitexact',
        '-y',
        ivf,
      ],
    ],
    Buffer.concat([...drawFrames(voice, index)]),
  );
  const encoded = readIvf(readFileSync(ivf));
  const video = { codec: 'vp9', codecPrivate: null, width: WIDTH, height: HEIGHT };
  const head = makeFileHead({ video, sound: null, writer: 'SoundDesk' });
  const writer = new ClusterWriter(head.length);
  const parts = [head];
  const patches = [];
  for (const [frame, bytes] of encoded.entries()) {
    const made = writer.add({ atMs: (frame * 1000) / FPS, isKey: isKeyFrame(bytes), bytes });
    parts.push(made.bytes);
    if (made.patch) patches.push(made.patch);
  }
  const last = writer.endCluster();
  if (last) patches.push(last);
  const file = patched(Buffer.concat(parts), patches);
  const durationMs = (encoded.length * 1000) / FPS;
  const { head: places, clusters } = await scanMatroska(readerOf(file), file.length);
  const ending = makeEnding(places, { lengthBytes: file.length, clusters, durationMs });
  writeFileSync(target, patched(Buffer.concat([file, ending.cues]), ending.patches));
  return {
    codec: 'vp9',
    width: WIDTH,
    height: HEIGHT,
    fps: FPS,
    frames: encoded.length,
    durationSec: durationMs / 1000,
  };
}

function readerOf(file) {
  return (at, length) => Promise.resolve(file.subarray(at, at + length));
}

function patched(file, patches) {
  for (const { at, bytes } of patches) file.set(bytes, at);
  return file;
}

/** Of VP9's uncompressed header (profile 0): neither shown again nor made from another. */
function isKeyFrame([first]) {
  return (first & 0x0c) === 0;
}

/** Frames of an IVF file: a head of 32 bytes, then each with its size and 8 bytes of time before it. */
function readIvf(file) {
  const frames = [];
  for (let at = 32; at + 12 <= file.length;) {
    const size = file.readUInt32LE(at);
    frames.push(file.subarray(at + 12, at + 12 + size));
    at += 12 + size;
  }
  return frames;
}

function ffmpeg(options, input) {
  execFileSync('ffmpeg', ['-v', 'error', ...options], { input, maxBuffer: 1 << 28 });
}

/** A TypeScript module in the repository's format, so that the facts are typed and pass the checks. */
async function writeDescription(content) {
  const source = `/** Written by scripts/demo/makeTake.mjs: do not edit. */
export const DEMO_TAKE = ${JSON.stringify(content)} as const;`;
  writeFileSync(DESCRIPTION, await formatted(DESCRIPTION, source));
}
