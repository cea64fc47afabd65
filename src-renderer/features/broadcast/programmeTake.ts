import { RpcError } from '../../../src-shared/contract/errors.ts';
import { masterQuality, type MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import { SOURCE_IDS } from '../../../src-shared/domain/sourceIds.ts';
import type { EncodedFrame } from '../../media/programme/index.ts';
import { createHostSink } from '../../media/video/hostSink.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { createFrameSender } from './frameSender.ts';

/** The programme as a track of the running take. */
export interface ProgrammeTake {
  push(frames: readonly EncodedFrame[]): void;
  /** Closes its file. */
  end(): Promise<void>;
}

export const PROGRAMME_SOURCE = { id: SOURCE_IDS.programme, kind: 'screen', name: 'Programme' } as const;

const TRY_AGAIN_AFTER_MS = 300;
/** Its times are the host's already. */
const HOST_CLOCK = { offsetMs: 0, measure: () => Promise.resolve({ offsetMs: 0, uncertainMs: Infinity }) };

/** Writes what is encoded for the broadcast into the running take as well: nothing is encoded twice. */
export async function beginProgrammeTake(
  client: ThunkExtra['client'],
  quality: MasterQualityId,
  avcConfig: Uint8Array,
  requestKey: () => void,
  onGone: (failure: RpcError) => void,
): Promise<ProgrammeTake> {
  const { width, height, fps } = masterQuality(quality);
  const { id: sourceId, ...track } = PROGRAMME_SOURCE;
  const sink = createHostSink(
    client,
    { ...track, sourceId, source: 'programme', fps, bubble: null },
    HOST_CLOCK,
    Promise.resolve(),
  );
  await sink.begin({ codec: 'avc1', codecPrivate: avcConfig, width, height });
  let reason: unknown = null;
  const sender = createFrameSender({
    async send(frames) {
      const encoded = frames.map(({ atMs, isKey, data }) => ({ atMs, isKey, bytes: data, droppedBefore: 0 }));
      try {
        const { wantsKey } = await sink.append(encoded, sender.framesDropped);
        return { kind: 'taken', wantsKey };
      } catch (error) {
        if (codeOf(error) === 'CONNECTION_LOST') return { kind: 'failed' };
        reason = error;
        return { kind: 'gone', reason: String(error) };
      }
    },
    requestKey,
    // The broadcast continues.
    onGone: () => onGone(toRpcError(reason)),
    pause: () => new Promise((done) => setTimeout(done, TRY_AGAIN_AFTER_MS)),
  });
  return {
    push: (frames) => sender.push(frames),
    async end() {
      const { framesDropped } = sender;
      sender.close();
      try {
        await sink.end(framesDropped, { kind: 'asked' });
      } catch (error) {
        // It has ended already, with its take.
        if (codeOf(error) !== 'TAKE_NOT_RUNNING') onGone(toRpcError(error));
      }
    },
  };
}

const codeOf = (error: unknown) => (error instanceof RpcError ? error.code : null);

const toRpcError = (error: unknown): RpcError =>
  error instanceof RpcError
    ? error
    : new RpcError('INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
