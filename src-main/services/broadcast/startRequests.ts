import type {
  broadcastContract,
  BroadcastStartRequest,
  BroadcastView,
} from '../../../src-shared/contract/broadcast.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';

/** A page that is open takes a request at once, unless the machine is busy. */
export const TAKEN_WITHIN_MS = 10_000;
/** It begins to encode, and connects: a slow machine needs some seconds. */
const LIVE_WITHIN_MS = 60_000;

export type StartRequests = Pick<
  Handlers<typeof broadcastContract>,
  'broadcast.askStart' | 'broadcast.takeStartRequest' | 'broadcast.refuseStart'
>;

interface Asked {
  request: BroadcastStartRequest;
  isTaken: boolean;
  end(outcome: BroadcastView | RpcError): void;
}

/** The request to go live, from a program to the page that can fulfil it: a page alone composes and encodes. */
export function createStartRequests(onAsked: () => void): {
  handlers: StartRequests;
  onChanged(view: BroadcastView): void;
} {
  let asked: Asked | null = null;

  function ask(request: BroadcastStartRequest): Promise<BroadcastView> {
    if (asked) throw failWith('BROADCAST_ALREADY_RUNNING', 'broadcastAskedTwice');
    return new Promise((resolve, reject) => {
      const timers = [
        setTimeout(() => {
          if (asked?.isTaken === false) asked.end(noPage());
        }, TAKEN_WITHIN_MS),
        setTimeout(() => asked?.end(noPage()), LIVE_WITHIN_MS),
      ];
      asked = {
        request,
        isTaken: false,
        end(outcome) {
          timers.forEach(clearTimeout);
          asked = null;
          if (outcome instanceof RpcError) reject(outcome);
          else resolve(outcome);
        },
      };
      onAsked();
    });
  }

  return {
    handlers: {
      'broadcast.askStart': ask,
      'broadcast.takeStartRequest'() {
        if (!asked || asked.isTaken) return { request: null };
        asked.isTaken = true;
        return { request: asked.request };
      },
      'broadcast.refuseStart'({ code, message }) {
        asked?.end(new RpcError(code, message));
      },
    },
    onChanged(view) {
      if (view.live) asked?.end(view);
    },
  };
}

export const noPage = () => failWith('UNSUPPORTED', 'broadcastNeedsPage');
