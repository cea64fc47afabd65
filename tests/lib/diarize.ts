/** Which voice speaks when, by their pitch, as the providers' stand-in knows it: for the even voices of `pitchedVoice`. */
const HEADER_BYTES = 44;
const RATE_HZ = 16_000;
const FRAME = 160;
const LOUD = 0.02;
/** A pause of so many frames ends what one says. */
const PAUSE_FRAMES = 12;
/** Pitches within this share are one voice. */
const SAME = 0.12;

export interface Turn {
  startSec: number;
  endSec: number;
  hz: number;
  /** In the order in which they are first heard in this file, as providers number them. */
  speaker: number;
}

/** A voice of one pitch, in syllables. */
export function pitchedVoice(hz: number, seconds: number, rateHz: number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rateHz) }, (_, i) => {
    const sec = i / rateHz;
    return 0.3 * Math.sin(2 * Math.PI * hz * sec) * (0.7 + 0.3 * Math.sin(2 * Math.PI * 4 * sec));
  });
}

/** The sound of a multipart form's WAV file: 16 kHz, 16 bits, one channel. */
export function soundOfForm(form: Buffer): Float32Array {
  const at = form.indexOf('RIFF');
  if (at < 0) return new Float32Array();
  const count = form.readUInt32LE(at + HEADER_BYTES - 4) / 2;
  return Float32Array.from({ length: count }, (_, i) => form.readInt16LE(at + HEADER_BYTES + 2 * i) / 0x8000);
}

export function diarize(samples: Float32Array): Turn[] {
  const loud = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, frame) =>
    samples.subarray(frame * FRAME, (frame + 1) * FRAME).some((sample) => Math.abs(sample) > LOUD),
  );
  const runs: { from: number; to: number }[] = [];
  loud.forEach((isLoud, frame) => {
    const last = runs.at(-1);
    if (!isLoud) return;
    if (last && frame - last.to < PAUSE_FRAMES) last.to = frame + 1;
    else runs.push({ from: frame, to: frame + 1 });
  });
  const voices: number[] = [];
  return runs.flatMap(({ from, to }) => {
    const hz = pitchOf(samples.subarray(from * FRAME, to * FRAME));
    const known = voices.findIndex((voice) => Math.abs(voice / hz - 1) < SAME);
    if (known < 0) voices.push(hz);
    const speaker = known < 0 ? voices.length - 1 : known;
    return { startSec: (from * FRAME) / RATE_HZ, endSec: (to * FRAME) / RATE_HZ, hz, speaker };
  });
}

/** How often it crosses zero. */
function pitchOf(samples: Float32Array): number {
  let crossings = 0;
  for (let at = 1; at < samples.length; at += 1)
    if ((samples[at] ?? 0) >= 0 !== (samples[at - 1] ?? 0) >= 0) crossings += 1;
  return ((crossings / 2) * RATE_HZ) / samples.length;
}

/** A word each 0.4 s, which names its pitch. */
export const wordsOf = ({ startSec, endSec, hz }: Turn): string[] =>
  Array.from(
    { length: Math.max(1, Math.round((endSec - startSec) / 0.4)) },
    () => `hz${10 * Math.round(hz / 10)}`,
  );
