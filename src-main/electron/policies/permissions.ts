import { APP_ORIGIN, isAppUrl } from './origin.ts';

/** What our own page may ask for. What no screen of ours uses is not in the list. */
const GRANTED = new Set([
  'media',
  'speaker-selection',
  'clipboard-sanitized-write',
  'fullscreen',
  'screen-wake-lock',
  'notifications',
]);

export interface PermissionQuestion {
  permission: string;
  /** The last address that the asking frame loaded; unknown for workers. */
  requestingUrl: string | undefined;
  isMainFrame: boolean;
  /** Set where a frame of another origin is embedded in the one that asks. */
  embeddingOrigin?: string | undefined;
}

/** The one answer for requests and for checks, so that a check never says yes to what a request refuses. */
export function isPermissionGranted(question: PermissionQuestion): boolean {
  return (
    GRANTED.has(question.permission) &&
    question.isMainFrame &&
    question.requestingUrl !== undefined &&
    isAppUrl(question.requestingUrl) &&
    (question.embeddingOrigin === undefined || isOwnOrigin(question.embeddingOrigin))
  );
}

export interface DisplayMediaQuestion {
  /** Null where the frame has gone. */
  frame: { origin: string; isMainFrame: boolean } | null;
  /** Whether the user had just clicked or pressed something. */
  hasUserGesture: boolean;
}

/** Whether the user may be asked which screen or window to share with the page. */
export function mayAskForDisplay({ frame, hasUserGesture }: DisplayMediaQuestion): boolean {
  return hasUserGesture && frame !== null && frame.isMainFrame && isOwnOrigin(frame.origin);
}

/** Origins arrive with and without a slash at the end. */
function isOwnOrigin(origin: string): boolean {
  return origin === APP_ORIGIN || origin === `${APP_ORIGIN}/`;
}
