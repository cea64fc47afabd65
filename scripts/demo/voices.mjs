import { execFileSync } from 'node:child_process';

export const SAMPLE_RATE = 48_000;

/** Three synthetic speakers of Flite, which FFmpeg carries; nobody's voice was recorded. */
export const SPEAKERS = [
  { id: 'maya', name: 'Maya', voice: 'slt' },
  { id: 'ben', name: 'Ben', voice: 'rms' },
  { id: 'callum', name: 'Callum', voice: 'awb' },
];

/** Who says what, one after the other. A line with a marker begins a chapter. */
export const LINES = [
  {
    speaker: 'maya',
    text: 'Welcome to The Noisy Room, the show that is recorded in the worst places.',
    marker: 'Welcome',
  },
  { speaker: 'ben', text: 'Today there is a fan behind me, and somebody is typing.' },
  { speaker: 'callum', text: 'And my cable hums. Press Cleaned, and listen again.' },
  {
    speaker: 'maya',
    text: 'Each of us has a track of our own, so one of us can be fixed without the others.',
    marker: 'One track for each voice',
  },
  { speaker: 'ben', text: 'Mute me, or leave me alone with my fan. Nothing is lost.' },
  {
    speaker: 'callum',
    text: 'When it sounds right, export it, with these chapters. Bye for now.',
    marker: 'Export',
  },
];

/** The first lines are the episode of the first run. */
export const EPISODE_LINES = 3;

const LEAD_SEC = 0.6;
const BETWEEN_SEC = 0.55;
/** Of a voice where it speaks. */
const VOICE_DB = -20;

/** Every line with its sound and its place. Flite speaks at 16 kHz; the same text gives the same samples. */
export function speak(lines) {
  let atFrame = Math.round(LEAD_SEC * SAMPLE_RATE);
  return lines.map((line) => {
    const { voice } = SPEAKERS.find(({ id }) => id === line.speaker);
    const samples = scaledTo(synthesize(line.text, voice), VOICE_DB);
    const placed = { ...line, atFrame, samples };
    atFrame += samples.length + Math.round(BETWEEN_SEC * SAMPLE_RATE);
    return placed;
  });
}

/** Frames until the last word and a moment of the room. */
export const lengthOf = (spoken) =>
  Math.max(...spoken.map(({ atFrame, samples }) => atFrame + samples.length)) +
  Math.round(LEAD_SEC * SAMPLE_RATE);

/** A speaker's microphone: their lines on silence. */
export function voiceOf(speaker, spoken, frames) {
  const track = new Float32Array(frames);
  for (const line of spoken) if (line.speaker === speaker) track.set(line.samples, line.atFrame);
  return track;
}

function synthesize(text, voice) {
  const plain = text.replace(/[:'\\,]/g, (character) => `\\${character}`);
  const bytes = execFileSync(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', `flite=voice=${voice}:text=${plain}`],
      ...['-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 'f32le', '-'],
    ],
    { maxBuffer: 1 << 28 },
  );
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function scaledTo(samples, levelDb) {
  const loud = samples.filter((sample) => Math.abs(sample) > 0.01);
  const power = loud.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, loud.length);
  const gain = 10 ** (levelDb / 20) / Math.sqrt(power);
  return samples.map((sample) => sample * gain);
}
