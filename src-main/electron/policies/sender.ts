import { APP_ORIGIN, isAppUrl } from './origin.ts';

/** The frame that sent a message, as the browser process knows it; null where it is gone already. */
export interface SenderFrame {
  /** Serialised by RFC 6454: `null` for sandboxed and data: documents. */
  origin: string;
  url: string;
  isMainFrame: boolean;
}

/** Whether a message may reach the router: only our own page, in its window's main frame. */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  // Both are asked: an about:blank child inherits the origin, and a sandboxed page of ours keeps the URL.
  return frame !== null && frame.isMainFrame && frame.origin === APP_ORIGIN && isAppUrl(frame.url);
}
