/**
 * Makes the noisy episode of the first run: three synthetic speakers in their rooms, mixed to mono.
 *
 *   node scripts/demo/makeEpisode.mjs
 *
 * Needs FFmpeg with Flite, as Debian and Ubuntu build it. Everything else is generated: see LICENSE.md beside the file.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { added, ROOMS } from './rooms.mjs';
import { EPISODE_LINES, lengthOf, LINES, SAMPLE_RATE, speak, SPEAKERS, voiceOf } from './voices.mjs';

const TARGET = fileURLToPath(
  new URL('../../src-renderer/features/firstRun/episode/episode.mp3', import.meta.url),
);
/** Louder than single tracks, and far from full scale. */
const MIX_PEAK_DB = -3;

const spoken = speak(LINES.slice(0, EPISODE_LINES));
const frames = lengthOf(spoken);
const microphones = SPEAKERS.map(({ id }) => added(voiceOf(id, spoken, frames), ROOMS[id](frames)));
write(TARGET, toPeak(microphones.reduce(added), MIX_PEAK_DB));
process.stdout.write(`${TARGET}: ${(frames / SAMPLE_RATE).toFixed(2)} s, ${statSync(TARGET).size} bytes\n`);

function toPeak(samples, peakDb) {
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  return samples.map((sample) => (sample * 10 ** (peakDb / 20)) / peak);
}

/** MP3, since every browser decodes it; without tags, so that the bytes depend on the sound alone. */
function write(target, samples) {
  execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', '-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', '-'],
      ...[
        '-c:a',
        'libmp3lame',
        '-b:a',
        '80k',
        '-map_metadata',
        '-1',
        '-bitexact',
        '-id3v2_version',
        '0',
        target,
      ],
    ],
    { input: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength) },
  );
}
