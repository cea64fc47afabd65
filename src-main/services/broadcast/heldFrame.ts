import type { BroadcastPacket } from './programme.ts';

/** A page that sends nothing for so long may be gone. */
const HELD_AFTER_MS = 1500;
/** Often enough for every server and player; a key frame each time keeps the rate far below that of the programme. */
const HELD_EVERY_MS = 500;
/** Behind the present, further than the frames of a page: those of one that is back are not earlier. */
const BEHIND_MS = 500;

type VideoFrame = Pick<BroadcastPacket, 'isKey' | 'bytes' | 'avcConfig'>;

/**
 * What is shown while no page sends, again and again: the slate that the page has encoded beforehand, or else its last key
 * frame and the frame after it. Both are the page's own, so that as a rule no destination has to learn another
 * configuration. Two frames, since H.264 (7.4.3) forbids the same key frame twice in a row.
 */
export class HeldFrame {
  readonly #frameMs: number;
  /** Of the page, in the place of its last frame. */
  slate: readonly [VideoFrame, VideoFrame] | null = null;
  #key: VideoFrame | null = null;
  #pair: readonly [VideoFrame, VideoFrame] | null = null;
  #heldMs = -Infinity;

  constructor(fps: number) {
    this.#frameMs = 1000 / fps;
  }

  /** Every frame of the page. */
  note(frame: VideoFrame): void {
    if (!frame.isKey && this.#key) this.#pair = [this.#key, frame];
    this.#key = frame.isKey ? frame : null;
  }

  /** What is due while the page has sent nothing for so long; times are those of the programme. */
  due(programmeMs: number, unfedMs: number): BroadcastPacket[] {
    const pair = this.slate ?? this.#pair;
    if (!pair || unfedMs < HELD_AFTER_MS || programmeMs - this.#heldMs < HELD_EVERY_MS) return [];
    this.#heldMs = programmeMs;
    return pair.map((frame, index) => ({
      ...frame,
      kind: 'video',
      // Two frames apart: players that count in frames never see both in the time of one.
      atMs: programmeMs - BEHIND_MS + index * 2 * this.#frameMs,
    }));
  }
}
