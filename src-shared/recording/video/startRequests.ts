import type { videoContract } from '../../contract/video.ts';
import type { Handlers } from '../../rpc/index.ts';

/** A page that is opened for it needs some seconds; later, nobody expects to be asked for a screen any more. */
const REQUEST_MS = 15_000;

type StartRequests = Pick<Handlers<typeof videoContract>, 'video.askStart' | 'video.takeStartRequest'>;

/** The request for a capture, from where it was made to the page that can fulfil it. */
export function createStartRequests(nowMs: () => number, onAsked: () => void): StartRequests {
  let askedAtMs: number | null = null;
  return {
    'video.askStart'() {
      askedAtMs = nowMs();
      onAsked();
    },
    'video.takeStartRequest'() {
      const isAsked = askedAtMs !== null && nowMs() - askedAtMs < REQUEST_MS;
      askedAtMs = null;
      return { isAsked };
    },
  };
}
