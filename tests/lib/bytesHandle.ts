import type { SyncHandle } from '../../src-renderer/platform/browser/editor/renders/storedOutput.ts';

/** A file in memory, as a worker has one of the browser's storage. */
export function openBytes(bytes: Buffer): SyncHandle & { bytes: () => Buffer } {
  let all = bytes;
  return {
    bytes: () => all,
    read: (into, { at }) => (at < all.length ? all.copy(into, 0, at) : 0),
    write(from, { at }) {
      if (at + from.length > all.length)
        all = Buffer.concat([all, Buffer.alloc(at + from.length - all.length)]);
      all.set(from, at);
      return from.length;
    },
    truncate: () => undefined,
    getSize: () => all.length,
    flush: () => undefined,
    close: () => undefined,
  };
}
