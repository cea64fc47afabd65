import type { picturesContract } from '../../contract/pictures.ts';
import type { Handlers } from '../../rpc/index.ts';

/** A page that is opened for it needs some seconds; later, nobody expects to be asked for a screen any more. */
const REQUEST_MS = 15_000;

type StartRequests = Pick<
  Handlers<typeof picturesContract>,
  'pictures.askStart' | 'pictures.takeStartRequest'
>;

/** The wish for a capture, from where it was uttered to the page that can fulfil it. */
export function createStartRequests(nowMs: () => number, onAsked: () => void): StartRequests {
  let askedAtMs: number | null = null;
  return {
    'pictures.askStart'() {
      askedAtMs = nowMs();
      onAsked();
    },
    'pictures.takeStartRequest'() {
      const isAsked = askedAtMs !== null && nowMs() - askedAtMs < REQUEST_MS;
      askedAtMs = null;
      return { isAsked };
    },
  };
}
