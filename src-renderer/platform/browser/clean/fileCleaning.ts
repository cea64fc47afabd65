import type { CleanChain, cleanContract } from '../../../../src-shared/contract/clean.ts';
import type { PayloadOf } from '../../../../src-shared/contract/define.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { cleanedName } from '../../../../src-shared/domain/fileCleaning.ts';
import { toEngineEffects } from '../../../../src-shared/domain/stripEffects.ts';
import type { Handlers } from '../../../../src-shared/rpc/index.ts';
import { denoiseMixOf } from '../../../media/chain/chainSettings.ts';
import { HAND_OVER_SHARE } from '../../../media/clean/cleanFile.ts';
import type { SoundCleaning } from '../../../media/clean/cleanSound.ts';
import { createCleanClient, type CleanClient, type OnProgress } from './cleanClient.ts';
import { decodeInBrowser, readableKinds } from './decodeInBrowser.ts';
import { assertPageCleans, modelsOf } from './pageEngines.ts';

type Progress = PayloadOf<(typeof cleanContract)['clean.onProgressed']>;

/** Handed to the worker at once, of what the browser decoded. */
const DECODED_PIECE_FRAMES = 1 << 18;
const RESULT_PIECE_BYTES = 1 << 18;
const SOUND_PIECE_FRAMES = 1 << 14;

/** Whether this browser can clean files: which kinds, in words for the user, or why not. */
export type FileSupport =
  | { supported: true; readableKinds: () => string }
  | { supported: false; reason: string };

export function findFileSupport(scope: typeof globalThis): FileSupport {
  const { storage, locks } = scope.navigator as Partial<Navigator>;
  const canKeep = scope.isSecureContext && !!storage && 'getDirectory' in storage && !!locks;
  if (canKeep && 'Worker' in scope && 'OfflineAudioContext' in scope && 'WebAssembly' in scope) {
    return { supported: true, readableKinds };
  }
  return {
    supported: false,
    reason:
      'Cleaning files needs a newer browser, the desktop app, or the SoundDesk that you start on your own computer: this browser keeps no large files for a page.',
  };
}

export interface BrowserFileCleaning {
  handlers: Handlers<typeof cleanContract>;
  close(): void;
}

/** Cleans files in this page: they are kept in the browser's own storage, and never leave it. */
export function createBrowserFileCleaning(options: {
  loadModel: () => Promise<ArrayBuffer>;
  loadStrongModel: () => Promise<ArrayBuffer>;
  createId: () => string;
  onProgressed: (progress: Progress) => void;
  client?: CleanClient;
}): BrowserFileCleaning {
  const { loadModel, loadStrongModel, createId, client = createCleanClient() } = options;
  const names = new Map<string, string>();
  const reporter =
    (fileId: string, step: Progress['step']): OnProgress =>
    (done, doneSec) =>
      options.onProgressed({ fileId, step, done, doneSec });
  const nameOf = (fileId: string): string => {
    const name = names.get(fileId);
    if (name !== undefined) return name;
    throw failWith('FILE_NOT_FOUND', 'fileGone');
  };

  return {
    handlers: {
      async 'clean.openFile'({ name, sizeBytes }) {
        if (sizeBytes === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name } });
        const fileId = createId();
        await client.call('open', { fileId, name, sizeBytes });
        names.set(fileId, name);
        return { fileId };
      },
      async 'clean.appendBytes'({ fileId, atByte, base64 }) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        return { receivedBytes: await client.call('append', { fileId, atByte, bytes }) };
      },
      async 'clean.decodeFile'({ fileId, parts }, { signal }) {
        const name = nameOf(fileId);
        const task = { signal, onProgress: reporter(fileId, 'decode') };
        const read = await client.call('read', { fileId, parts }, task);
        if ('sound' in read) return read.sound;
        const decoded = await decodeInBrowser(read.file, name);
        await handOver(client, fileId, decoded, task);
        return await client.call('endSound', { fileId, parts }, task);
      },
      async 'clean.run'({ fileId, chain, targetLufs, parts }, { signal }) {
        const wasm = await loadModel();
        assertPageCleans(chain.denoise.engine);
        const models = await modelsOf(chain.denoise.engine, loadStrongModel);
        const cleaning = { ...cleaningOf(chain, targetLufs), ...models };
        const task = { signal, onProgress: reporter(fileId, 'clean') };
        return await client.call('run', { fileId, wasm, cleaning, parts }, task);
      },
      ...createResultHandlers(client, nameOf),
      async 'clean.closeFile'({ fileId }) {
        if (names.delete(fileId)) await client.call('close', { fileId });
      },
    },
    close: () => client.close(),
  };
}

/** What was cleaned: as a file, and to be heard beside what was given. */
function createResultHandlers(client: CleanClient, nameOf: (fileId: string) => string) {
  return {
    async 'clean.prepareResult'({ fileId, container }) {
      const name = nameOf(fileId);
      if (container !== 'wav') {
        throw failWith('FORMAT_UNSUPPORTED', 'pageWritesWavOnly', {
          values: { name, format: container.toUpperCase() },
        });
      }
      return { name: cleanedName(name, container), sizeBytes: await client.call('prepare', { fileId }) };
    },
    async *'clean.readResult'({ fileId }) {
      nameOf(fileId);
      for (let atByte = 0; ; atByte += RESULT_PIECE_BYTES) {
        const bytes = await client.call('readResult', { fileId, atByte, sizeBytes: RESULT_PIECE_BYTES });
        if (bytes.length > 0) yield bytes;
        if (bytes.length < RESULT_PIECE_BYTES) return;
      }
    },
    async *'clean.readSound'({ fileId, side, fromFrame, frames }) {
      nameOf(fileId);
      for (let done = 0; done < frames; done += SOUND_PIECE_FRAMES) {
        const count = Math.min(SOUND_PIECE_FRAMES, frames - done);
        const input = { fileId, side, fromFrame: fromFrame + done, frames: count };
        const samples = await client.call('readSound', input);
        if (samples.length === 0) return;
        yield new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      }
    },
  } satisfies Partial<Handlers<typeof cleanContract>>;
}

/** Piece by piece, so that the sound lies in memory once. */
async function handOver(
  client: CleanClient,
  fileId: string,
  decoded: AudioBuffer,
  { signal, onProgress }: { signal: AbortSignal; onProgress: OnProgress },
): Promise<void> {
  const { numberOfChannels, length, sampleRate } = decoded;
  const channels = Array.from({ length: numberOfChannels }, (_, channel) => decoded.getChannelData(channel));
  for (let from = 0; from < length; from += DECODED_PIECE_FRAMES) {
    const planes = channels.map((samples) => samples.slice(from, from + DECODED_PIECE_FRAMES));
    await client.call('appendSound', { fileId, sampleRate, planes, isFirst: from === 0 }, { signal });
    const done = Math.min(1, (from + DECODED_PIECE_FRAMES) / length);
    onProgress(HAND_OVER_SHARE * done, done * decoded.duration);
  }
}

function cleaningOf(chain: CleanChain, targetLufs: number | null): SoundCleaning {
  return { denoise: denoiseMixOf(chain.denoise), effects: toEngineEffects(chain), targetLufs };
}
