import { unwrap } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { DEMO_TAKE } from '../../../src-shared/domain/demoTake.ts';
import { createClientThunk } from '../../platform/index.ts';
import benCamera from './demo/ben-camera.webm';
import benVoice from './demo/ben-voice.ogg';
import callumCamera from './demo/callum-camera.webm';
import callumVoice from './demo/callum-voice.ogg';
import mayaCamera from './demo/maya-camera.webm';
import mayaVoice from './demo/maya-voice.ogg';
import { failed } from './failed.ts';

type DemoFile = (typeof DEMO_TAKE)['voices' | 'cameras'][number]['file'];

const ADDRESSES: Readonly<Record<DemoFile, string>> = {
  'maya-voice.ogg': mayaVoice,
  'maya-camera.webm': mayaCamera,
  'ben-voice.ogg': benVoice,
  'ben-camera.webm': benCamera,
  'callum-voice.ogg': callumVoice,
  'callum-camera.webm': callumCamera,
};

/** Adds the demo recording to the library, under the `id` of the answer. */
export const addDemo = createClientThunk(
  'studio/addDemo',
  async (_: void, { client, signal }) =>
    unwrap(await client.upload('takes.addDemo', undefined, demoBytes(signal), { signal })),
  failed('demo'),
);

/** The files in the order in which the host reads them. */
async function* demoBytes(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (const { file } of [...DEMO_TAKE.voices, ...DEMO_TAKE.cameras]) {
    const answer = await fetch(ADDRESSES[file], { signal });
    if (!answer.ok)
      throw failWith('FILE_UNREADABLE', 'notFetched', { values: { path: file, status: answer.status } });
    yield new Uint8Array(await answer.arrayBuffer());
  }
}
