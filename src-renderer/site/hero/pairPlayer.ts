import cleanUrl from '../audio/hero-clean.mp3';
import rawUrl from '../audio/hero-raw.mp3';

/** Short enough to feel like a cut, long enough not to click. */
const CROSSFADE_TIME_CONSTANT_SEC = 0.008;

interface PairListener {
  /** Where the line between raw and clean is, as part of the whole, 0-1; asked for every frame. */
  readSplit: () => number;
  /** Every frame while it plays: the part that was played, 0-1, and which of the two is heard. */
  onPosition: (played: number, isClean: boolean) => void;
  onEnd: () => void;
}

/**
 * Plays both recordings in step and lets the one be heard that the line says: raw before it, clean
 * after it. Answers the function that stops, as often as it is called. Rejects where a file can't be fetched or decoded.
 */
export async function playPair(listener: PairListener, signal: AbortSignal): Promise<() => void> {
  const context = new AudioContext();
  const close = () => void context.close();
  try {
    const [raw, clean] = await Promise.all([rawUrl, cleanUrl].map((url) => load(context, url, signal)));
    if (!raw || !clean) throw new Error('a recording is missing');
    signal.throwIfAborted();
    return start(context, { raw, clean }, listener);
  } catch (error) {
    close();
    throw error;
  }
}

async function load(context: AudioContext, url: string, signal: AbortSignal): Promise<AudioBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return context.decodeAudioData(await response.arrayBuffer());
}

function start(
  context: AudioContext,
  { raw, clean }: { raw: AudioBuffer; clean: AudioBuffer },
  { readSplit, onPosition, onEnd }: PairListener,
): () => void {
  const startAtSec = context.currentTime + 0.05;
  const [rawVoice, cleanVoice] = [connect(context, raw), connect(context, clean)];
  let frame = 0;
  const follow = () => {
    const played = Math.max(0, (context.currentTime - startAtSec) / raw.duration);
    const isClean = played >= readSplit();
    rawVoice.gain.setTargetAtTime(isClean ? 0 : 1, context.currentTime, CROSSFADE_TIME_CONSTANT_SEC);
    cleanVoice.gain.setTargetAtTime(isClean ? 1 : 0, context.currentTime, CROSSFADE_TIME_CONSTANT_SEC);
    onPosition(Math.min(1, played), isClean);
    frame = requestAnimationFrame(follow);
  };
  let isStopped = false;
  const stop = () => {
    // At its end, and then again by who no longer shows it.
    if (isStopped) return;
    isStopped = true;
    cancelAnimationFrame(frame);
    rawVoice.source.onended = null;
    void context.close();
  };
  rawVoice.source.onended = () => {
    stop();
    onEnd();
  };
  rawVoice.source.start(startAtSec);
  cleanVoice.source.start(startAtSec);
  follow();
  return stop;
}

function connect(context: AudioContext, buffer: AudioBuffer) {
  const source = context.createBufferSource();
  const node = new GainNode(context, { gain: 0 });
  source.buffer = buffer;
  source.connect(node).connect(context.destination);
  return { source, gain: node.gain };
}
