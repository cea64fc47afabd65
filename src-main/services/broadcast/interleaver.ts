import type { BroadcastPacket } from './programme.ts';

/** How long one side is waited for before the other continues without it. */
const LONGEST_WAIT_MS = 1500;

interface Waiting {
  packet: BroadcastPacket;
  sinceMs: number;
}

/**
 * Puts video and sound, which come from two encoders, into the order of their times. Where one of them stops, the other
 * continues after a short while.
 */
export function createInterleaver(options: { push: (packet: BroadcastPacket) => void; nowMs: () => number }) {
  const { push, nowMs } = options;
  const queues = { video: [] as Waiting[], audio: [] as Waiting[] };

  function release(waitMs: number): void {
    for (;;) {
      const video = queues.video[0];
      const audio = queues.audio[0];
      const next =
        video && audio ? (audio.packet.atMs <= video.packet.atMs ? audio : video) : (video ?? audio);
      if (!next) return;
      const isAlone = !video || !audio;
      if (isAlone && nowMs() - next.sinceMs < waitMs) return;
      queues[next.packet.kind].shift();
      push(next.packet);
    }
  }

  return {
    add(packet: BroadcastPacket): void {
      queues[packet.kind].push({ packet, sinceMs: nowMs() });
      release(LONGEST_WAIT_MS);
    },
    /** To be called now and then: what waited too long goes out. */
    tick: () => release(LONGEST_WAIT_MS),
    /** All that is left, in its order. */
    flush: () => release(0),
  };
}
