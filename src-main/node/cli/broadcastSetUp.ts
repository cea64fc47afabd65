import type { captureContract } from '../../../src-shared/contract/capture.ts';
import type { recordingContract } from '../../../src-shared/contract/recording.ts';
import type { videoContract } from '../../../src-shared/contract/video.ts';
import type { CaptureSetUp } from '../../../src-shared/domain/captureSetUp.ts';
import { createEventHub } from '../../../src-shared/rpc/index.ts';
import { openSoundFeed, playStill } from '../../services/broadcast/index.ts';
import { CaptureService, createPassingSetUpStore } from '../../services/capture/index.ts';
import { createCommandEngine } from './engine.ts';

export type SetUpProgramme = Omit<Parameters<typeof playStill>[0], 'imagePath'>;

export const isSetUp = (path: string): boolean => path.toLowerCase().endsWith('.json');

/** The mix of a set-up's devices, with an image as its video, until the signal says so. */
export async function playSetUp(
  setUp: CaptureSetUp,
  imagePath: string | null,
  programme: SetUpProgramme,
): Promise<void> {
  const { onFormat, onPacket } = programme;
  const engine = createCommandEngine();
  const capture = new CaptureService({
    engine: engine.capture,
    store: createPassingSetUpStore(),
    clock: { nowMs: Date.now },
    events: createEventHub<typeof captureContract & typeof recordingContract & typeof videoContract>(),
  });
  const sound = {
    get sampleRateHz() {
      return engine.capture.state.session?.sampleRate ?? null;
    },
    read: (until: AbortSignal) => engine.capture.readProgram(until),
  };
  let feed: ReturnType<typeof openSoundFeed> | null = null;
  try {
    await capture.start(setUp);
    await playStill({
      ...programme,
      imagePath,
      onFormat(format) {
        onFormat(format);
        // Both begin at the same moment: the times of each are counted from here.
        feed = openSoundFeed({ sound, nowMs: () => performance.now(), wallMs: Date.now, onPacket });
      },
    });
  } finally {
    await (feed as ReturnType<typeof openSoundFeed> | null)?.end();
    await engine.close();
  }
}
