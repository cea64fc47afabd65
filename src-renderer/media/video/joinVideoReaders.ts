import type { VideoReader } from './videoReader.ts';

interface Part {
  startMs: number;
  endMs: number;
  reader: VideoReader;
}

/** The parts of a camera or screen that was lost and came back, in their order, as one; between them nothing is seen. */
export function joinVideoReaders(parts: readonly Part[]): VideoReader {
  const [only] = parts;
  if (only && parts.length === 1) return only.reader;
  /** The part that a moment lies in, or the one before it: that knows how long it shows its last frame. */
  const partAt = (ms: number) => parts.findLast(({ startMs }) => startMs <= ms) ?? only;
  return {
    subscribe(listener) {
      const ends = parts.map(({ reader }) => reader.subscribe(listener));
      return () => ends.forEach((end) => end());
    },
    at: (ms) => partAt(ms)?.reader.at(ms) ?? { kind: 'nothing' },
    problem: () => parts.map(({ reader }) => reader.problem()).find((found) => found !== null) ?? null,
    dispose: () => parts.forEach(({ reader }) => reader.dispose()),
  };
}
