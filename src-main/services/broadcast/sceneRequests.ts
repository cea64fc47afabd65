import type { broadcastContract } from '../../../src-shared/contract/broadcast.ts';
import type { PayloadOf } from '../../../src-shared/contract/define.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { noPage, TAKEN_WITHIN_MS } from './startRequests.ts';

export type SceneRequests = Pick<
  Handlers<typeof broadcastContract>,
  'broadcast.showScene' | 'broadcast.answerScene'
>;

export interface SceneRequestsOptions {
  createId: () => string;
  isLive: () => Promise<boolean>;
  onAsked: (request: PayloadOf<(typeof broadcastContract)['broadcast.onSceneAsked']>) => void;
}

/** The request for another scene, from a program to the page that sends: scenes are composed there. */
export function createSceneRequests({ createId, isLive, onAsked }: SceneRequestsOptions): SceneRequests {
  const waiting = new Map<string, (failure: RpcError | null) => void>();
  return {
    async 'broadcast.showScene'(asked) {
      if (!(await isLive())) throw failWith('BROADCAST_NOT_RUNNING', 'broadcastNotLive');
      const requestId = createId();
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => answer(noPage()), TAKEN_WITHIN_MS);
        const answer = (failure: RpcError | null) => {
          clearTimeout(timer);
          waiting.delete(requestId);
          if (failure) reject(failure);
          else resolve();
        };
        waiting.set(requestId, answer);
        onAsked({ requestId, ...asked });
      });
    },
    'broadcast.answerScene'({ requestId, failure }) {
      waiting.get(requestId)?.(failure && new RpcError(failure.code, failure.message));
    },
  };
}
