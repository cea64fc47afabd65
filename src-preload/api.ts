/**
 * The desktop bridge, for both its sides. The renderer's `platform` gives what `openChannel` returns
 * to the shared client as it is; it names the type again, since it imports nothing from here, and
 * tests/electron holds the two equal.
 */
import type { Channel } from '../src-shared/rpc/channel.ts';

/** What the preload puts on the page's `window` under the name `sounddesk`; nothing else is exposed. */
export interface SoundDeskBridge {
  /**
   * Opens a connection to the main process. What is sent must be a request frame (hello, call,
   * subscribe, open, upload, chunk, end, credit, cancel) for a name of the contract: anything else
   * throws a `TypeError` and never leaves the page. The connection ends with the document.
   */
  openChannel(): Channel;
}

/** The one name under which messages pass between preload and main process, in both directions. */
export const IPC_CHANNEL = 'sounddesk:rpc';

/**
 * What passes: the number of the connection within its document, then what it is about. The page
 * reports frames as `taken`, so that the main process sees a page that no longer keeps up.
 */
export type ToHost =
  | [connection: number, kind: 'open']
  | [connection: number, kind: 'frame', frame: unknown]
  | [connection: number, kind: 'taken', frames: number]
  | [connection: number, kind: 'close'];

export type ToPage =
  | [connection: number, kind: 'frame', frame: unknown]
  | [connection: number, kind: 'close'];

/** Frames after which the page reports that it took them. */
export const FRAMES_PER_REPORT = 8;
