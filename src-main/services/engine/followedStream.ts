import type { StreamName } from '../../../src-shared/contract/define.ts';
import { createByteFanOut, type ByteFanOut } from '../../../src-shared/rpc/index.ts';
import type { Log } from '../ports.ts';
import type { EngineProcessContract } from './contract.ts';
import type { EngineSupervisor } from './supervisor.ts';

/** A stream of the engine process for any number of readers, who need not know that processes come and go. */
export interface FollowedStream extends ByteFanOut {
  /** To be called when another process is there, or none. */
  follow: () => void;
}

/** Opened in the process only while somebody reads. */
export function createFollowedStream(
  name: StreamName<EngineProcessContract> & `${'live' | 'capture'}.${string}`,
  { supervisor, log }: { supervisor: EngineSupervisor; log: Log },
): FollowedStream {
  const readers = createByteFanOut(() => follow());
  let stop: () => void = () => undefined;

  function follow(): void {
    stop();
    stop = () => undefined;
    const { link } = supervisor;
    if (!link || readers.readerCount === 0) return;
    const stream = link.client.open(name, undefined, (bytes) => readers.push(bytes));
    stream.done.catch((error: unknown) => {
      if (supervisor.link === link) log.error(`the stream ${name} ended`, error);
    });
    stop = () => stream.close();
  }

  return {
    push: readers.push,
    read: readers.read,
    get readerCount() {
      return readers.readerCount;
    },
    follow,
  };
}
