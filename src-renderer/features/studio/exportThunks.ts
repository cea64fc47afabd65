import { unwrap } from '../../../src-shared/contract/errors.ts';
import { readBlob } from '../../lib/readBlob.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { createClientThunk } from '../../platform/index.ts';
import { failed } from './failed.ts';

/** What the dialog asks for before a recording's sound is exported. */
export const readSoundChoices = createClientThunk(
  'studio/readSoundChoices',
  async (id: string, { client }) => {
    const formats = unwrap(await client.call('takes.readSoundFormats'));
    const { document, certificate } = unwrap(await client.call('takes.read', { id }));
    return { formats, document, certificate };
  },
  'inPlace',
);

/** A file of the last export, as a download of the page. */
export const downloadExport = createClientThunk(
  'studio/downloadExport',
  async ({ id, name, saveAs }: { id: string; name: string; saveAs: string }, { client, signal }) => {
    const blob = await readBlob((onChunk) => client.open('takes.readExport', { id, name }, onChunk), {
      signal,
    });
    if (!signal.aborted) saveBlob(blob, saveAs);
  },
  failed('download'),
);

export const changeCover = createClientThunk(
  'studio/changeCover',
  async (image: File | null, { client }) => {
    if (image) {
      const bytes = new Uint8Array(await image.arrayBuffer());
      unwrap(await client.upload('takes.writeCover', { sizeBytes: bytes.length }, [bytes]));
    } else unwrap(await client.call('takes.removeCover'));
    return image;
  },
  failed('cover'),
);

/** null where there is none. */
export const loadCover = createClientThunk(
  'studio/loadCover',
  async (_: void, { client }) => {
    const blob = await readBlob((onChunk) => client.open('takes.readCover', {}, onChunk));
    return blob.size > 0 ? blob : null;
  },
  'inPlace',
);
