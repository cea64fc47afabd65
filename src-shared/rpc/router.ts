import type { Contract } from '../contract/define.ts';
import { RpcError, type RpcFailure } from '../contract/errors.ts';
import type { Channel } from './channel.ts';
import { failure } from './failure.ts';
import { Peer } from './peer.ts';
import type { RouterOptions } from './routerOptions.ts';

export type { RouterOptions } from './routerOptions.ts';

/** Serves a contract to any number of connections. */
export interface Router {
  /** Serves this connection until it closes; returns a function that closes it. */
  connect(channel: Channel): () => void;
  readonly peerCount: number;
  /** Calls, subscriptions and streams of all peers that have not ended. */
  readonly activeCount: number;
  close(): void;
}

export function createRouter<C extends Contract>(options: RouterOptions<C>): Router {
  const peers = new Set<Peer<C>>();
  return {
    connect(channel) {
      const peer = new Peer(options, channel, (error, name) => toFailure(options, error, name));
      peers.add(peer);
      channel.onClose(() => peers.delete(peer));
      return () => channel.close();
    },
    get peerCount() {
      return peers.size;
    },
    get activeCount() {
      return [...peers].reduce((sum, peer) => sum + peer.activeCount, 0);
    },
    close() {
      for (const peer of [...peers]) peer.close();
    },
  };
}

/** An `RpcError` as it is; anything else as `INTERNAL` with an id that finds its stack in the log. */
function toFailure<C extends Contract>(options: RouterOptions<C>, error: unknown, name: string): RpcFailure {
  if (error instanceof RpcError) return error.toFailure();
  const correlationId = options.createCorrelationId();
  options.log({ correlationId, name, error });
  return failure('INTERNAL', `Something went wrong inside SoundDesk. The log names it ${correlationId}.`, {
    correlationId,
  });
}
