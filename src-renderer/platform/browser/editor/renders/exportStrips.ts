import { projectEndFrame, type Project } from '../../../../../src-shared/domain/edit/document.ts';
import { sampleOfFrame, SOUND_RATE } from '../../../../../src-shared/domain/edit/time.ts';
import { intoStrip, tracksWithStrip, withStrips } from '../../../../../src-shared/domain/edit/trackStrip.ts';
import { toEngineEffects } from '../../../../../src-shared/domain/stripEffects.ts';
import type { StripValues } from '../../../../../src-shared/domain/stripSchema.ts';
import { denoiseMixOf } from '../../../../media/chain/chainSettings.ts';
import { cleanSound } from '../../../../media/clean/cleanSound.ts';
import type { StripModels } from '../../../../media/editor/strips/stripLine.ts';
import { floatSound } from '../../../../media/clean/sound.ts';
import { mixBlocks, type Sounds } from './exportSound.ts';
import { openOutput, writeAt, type SyncHandle } from './storedOutput.ts';

const FORMAT = { sampleRate: SOUND_RATE, channels: 2, encoding: { kind: 'float', bits: 32 } } as const;

/**
 * The project as it is heard: each track with a chain is mixed alone, goes through the chain that cleans recordings in this browser, and
 * what comes out takes the place of its clips.
 */
export async function runStrips(
  project: Project,
  sounds: Sounds,
  {
    folder,
    models,
    onProgress,
  }: {
    folder: FileSystemDirectoryHandle;
    models: StripModels;
    onProgress: (done: number) => void;
  },
): Promise<Project> {
  const tracks = tracksWithStrip(project);
  const heard = withStrips(project, new Set(tracks.map(({ id }) => id)));
  const trackOf = (trackId: string) => [...heard.media].find(([, id]) => id === trackId)?.[0] ?? '';
  for (const [index, track] of tracks.entries()) {
    const input = await openOutput(folder, `strip-${index}.in`);
    const output = await openOutput(folder, `strip-${index}.out`);
    const span = { fromSample: 0, toSample: sampleOfFrame(project.rate, projectEndFrame(project)) };
    let at = 0;
    for await (const block of mixBlocks(intoStrip(project, track), span, sounds)) {
      writeAt(input, bytesOf(block), at);
      at += block.byteLength;
    }
    clean(track.strip, { input, output, models }, (done) => onProgress((index + done) / tracks.length));
    input.close();
    sounds.set(trackOf(track.id), soundOf(output));
  }
  return heard.project;
}

function clean(
  strip: StripValues,
  { input, output, models }: { input: SyncHandle; output: SyncHandle; models: StripModels },
  onProgress: (done: number) => void,
): void {
  const denoise = denoiseMixOf(strip.denoise);
  const { standard, strong } = models;
  const cleaning = {
    denoise,
    effects: toEngineEffects(strip),
    targetLufs: null,
    ...(strip.denoise.engine === 'auto' && strong && { strong }),
  };
  let at = 0;
  const write = (interleaved: Float32Array) => {
    writeAt(output, bytesOf(interleaved), at);
    at += interleaved.byteLength;
  };
  const scratch = {
    append: () => undefined,
    open: () => {
      throw new TypeError('Without a loudness to reach nothing is kept.');
    },
  };
  const source = floatSound(readerOf(input), FORMAT);
  for (const done of cleanSound(source, standard ?? new ArrayBuffer(0), cleaning, { scratch, write }))
    onProgress(done);
}

function soundOf(handle: SyncHandle) {
  return {
    read(fromSample: number, samples: number) {
      const found = new Float32Array(samples * 2);
      handle.read(bytesOf(found), { at: fromSample * 2 * Float32Array.BYTES_PER_ELEMENT });
      return Promise.resolve(found);
    },
    dispose: () => handle.close(),
  };
}

const readerOf = (handle: SyncHandle) => ({
  sizeBytes: handle.getSize(),
  read(atByte: number, sizeBytes: number) {
    const bytes = new Uint8Array(sizeBytes);
    return bytes.subarray(0, handle.read(bytes, { at: atByte }));
  },
});

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
