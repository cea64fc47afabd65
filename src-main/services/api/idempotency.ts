import type { Reply } from './reply.ts';

const KEPT_MS = 86_400_000;
const MAX_KEPT = 10_000;

interface Kept {
  /** Of the call and its body. */
  fingerprint: string;
  reply: Promise<Reply>;
  atMs: number;
}

/** Does a call with the same `Idempotency-Key` once, for a day or until SoundDesk closes. */
export function createIdempotency(nowMs: () => number) {
  const kept = new Map<string, Kept>();
  return {
    /** null: the key was used for another call. */
    async once(key: string, fingerprint: string, run: () => Promise<Reply>): Promise<Reply | null> {
      for (const [other, { atMs }] of kept) {
        if (nowMs() - atMs < KEPT_MS && kept.size < MAX_KEPT) break;
        kept.delete(other);
      }
      const before = kept.get(key);
      if (before) return before.fingerprint === fingerprint ? await before.reply : null;
      const reply = run();
      kept.set(key, { fingerprint, reply, atMs: nowMs() });
      // What went wrong for a moment is done when it is called again.
      const forget = () => kept.delete(key);
      reply.then(({ isRetryable }) => isRetryable && forget(), forget);
      return await reply;
    },
  };
}
