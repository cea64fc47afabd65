import { masterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import { Compositor } from './compositor.ts';
import { probe } from './probe.ts';
import { ProgrammeEncoder } from './programmeEncoder.ts';
import { encodeSlate } from './slate.ts';
import type { ProgrammeCommand, ProgrammeEvent } from './programmeMessages.ts';

/**
 * The worker that a broadcast's programme is composed and encoded in: an entry of its own. Nothing of the page's work
 * delays it, and it is not slowed down when the page lies behind another.
 */

/** The worker's own end of its messages; the DOM's types know a page's alone. */
interface WorkerPort {
  postMessage(event: ProgrammeEvent, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ProgrammeCommand>) => void) | null;
}
const port = globalThis as unknown as WorkerPort;

const notify = (event: ProgrammeEvent, transfer: Transferable[] = []) => port.postMessage(event, transfer);
const fail = (error: unknown) => notify({ kind: 'failed', message: messageOf(error) });

let compositor: Compositor | null = null;
/** Commands are followed one after the other: opening and ending an encoder takes time. */
let queue: Promise<void> = Promise.resolve();

port.onmessage = ({ data }) => {
  queue = queue.then(() => follow(data)).catch(fail);
};

async function follow(command: ProgrammeCommand): Promise<void> {
  switch (command.kind) {
    case 'open': {
      const { quality, scene, timeOrigin } = command;
      compositor = new Compositor(masterQuality(quality), scene, performance.timeOrigin - timeOrigin, {
        onSeen: (id) => notify({ kind: 'sourceSeen', id }),
        onStarved: (id) => notify({ kind: 'sourceStarved', id }),
        onLost: (id, loss) => notify({ kind: 'sourceLost', id, loss }),
        onShown: (view, image) => notify({ kind: 'shown', view, image }, [image]),
        onFigures: (programme, encoder) => notify({ kind: 'figures', programme, encoder }),
        onFailed: fail,
      });
      return notify({ kind: 'opened' });
    }
    case 'scene':
      return compositor?.setScene(command.scene, command.transition);
    case 'addSource':
      return compositor?.addSource(command.source);
    case 'removeSource':
      return compositor?.removeSource(command.id);
    case 'tapSource':
      return compositor?.tapSource(command.id, command.port);
    case 'preview':
      return compositor?.setPreview(command.scene);
    case 'show':
      return compositor?.show(command.view, command.isNew);
    case 'encode':
      return await encode(command);
    case 'key':
      return compositor?.encoder?.requestKey();
    case 'endEncoding':
      return await endEncoding();
    case 'probe':
      return notify({ kind: 'probed', probe: await probe(masterQuality(command.quality)) });
  }
}

async function encode({
  quality,
  clockOffsetMs,
  slate: slateScene,
}: Extract<ProgrammeCommand, { kind: 'encode' }>): Promise<void> {
  if (!compositor) return;
  // Before the programme: nobody waits for it then, and no other encoder runs.
  const slate = slateScene && (await encodeSlate(masterQuality(quality), slateScene).catch(() => null));
  if (slate) notify({ kind: 'slate', slate });
  const isFailed = (message: string) => {
    if (compositor) compositor.encoder = null;
    notify({ kind: 'encodingFailed', message });
  };
  const encoder = new ProgrammeEncoder({
    quality: masterQuality(quality),
    clockOffsetMs,
    nowMs: compositor.nowMs,
    onConfig: (avcConfig) => notify({ kind: 'config', avcConfig }, [avcConfig.buffer]),
    onFrames: (frames) =>
      notify(
        { kind: 'frames', frames },
        frames.map(({ data }) => data.buffer),
      ),
    onFailed: isFailed,
  });
  if (!(await encoder.open())) return isFailed('This browser has no H.264 encoder for frames of that size.');
  compositor.setQuality(masterQuality(quality));
  compositor.encoder = encoder;
}

async function endEncoding(): Promise<void> {
  const encoder = compositor?.encoder;
  if (!compositor || !encoder) return;
  compositor.encoder = null;
  await encoder.close();
  notify({ kind: 'encodingEnded', encoder: encoder.figures });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
