import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import { joinChunks } from '../../lib/joinChunks.ts';
import { openPreview, type MediaQuestion } from '../../media/editor/preview.ts';
import { Transport } from '../../media/editor/transport.ts';
import type { PlatformClient, ThunkExtra } from '../../platform/index.ts';
import type { EditorRoot } from './editorState.ts';
import { openSound } from './openSound.ts';
import { createPreviewStore } from './preview/previewStore.ts';
import { createMediaLevels } from './talk/levels.ts';
import { textImage } from './textImages.ts';
import { createClipImages } from './timeline/clipImages.ts';
import { createTimelineView } from './timeline/timelineView.ts';
import type { Workbench } from './workbench.ts';
import kernelAddress from '../../../out/video/kernel.wasm?url';

export interface OpenedWorkbench extends Workbench {
  /** What is being dragged is seen at once, and heard when it is let go. */
  setProject: (project: Project, isDraft: boolean) => void;
  dispose: () => void;
}

/** Opens all that shows and plays a project. */
export function openWorkbench(project: Project) {
  return async (
    dispatch: ThunkDispatch<EditorRoot, ThunkExtra, UnknownAction>,
    _: unknown,
    { client }: ThunkExtra,
  ): Promise<OpenedWorkbench> => {
    const { id, rate } = project;
    const preview = await openPreview({
      readKernel,
      answer: (question) => answerMedia(client, id, question),
      drawText: (text, style, size) => textImage(client, id, { text, style, size }),
    });
    const transport = new Transport(rate.num / rate.den);
    const previewStore = createPreviewStore(preview, transport);
    const images = clipImageHost(client, id);
    const clipImages = createClipImages(images);
    const sound = dispatch(openSound(project, transport));
    const setProject = (next: Project, isDraft: boolean) => {
      previewStore.setProject(next);
      if (!isDraft) sound.setProject(next);
    };
    setProject(project, false);
    return {
      transport,
      previewStore,
      clipImages,
      stageRef: { current: null },
      levels: createMediaLevels(images.readPeaks),
      ...sound,
      view: createTimelineView(),
      setProject,
      dispose() {
        previewStore.dispose();
        transport.dispose();
        clipImages.dispose();
        sound.dispose();
        preview.dispose();
      },
    };
  };
}

async function readKernel(): Promise<ArrayBuffer> {
  const answer = await fetch(kernelAddress);
  if (!answer.ok) throw new Error(`The video kernel could not be loaded: ${answer.status}.`);
  return answer.arrayBuffer();
}

async function answerMedia(
  client: PlatformClient,
  id: string,
  question: MediaQuestion,
): Promise<Uint8Array<ArrayBuffer>> {
  const { mediaId } = question;
  if (question.what === 'size') {
    const { sizeBytes } = unwrap(await client.call('projects.readMediaSize', { id, mediaId }));
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(sizeBytes), true);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  const keep = (bytes: Uint8Array) => void chunks.push(bytes);
  const stream =
    question.what === 'frame'
      ? client.open('projects.readFrame', { id, mediaId, timeUs: question.timeUs }, keep)
      : client.open(
          'projects.readMedia',
          { id, mediaId, fromByte: question.fromByte, bytes: question.toByte - question.fromByte },
          keep,
        );
  await stream.done;
  return joinChunks(chunks);
}

function clipImageHost(client: PlatformClient, id: string) {
  return {
    readPeaks: async (mediaId: string, fromSample: number, samples: number, parts: number) =>
      unwrap(await client.call('projects.readPeaks', { id, mediaId, fromSample, samples, parts })),
    async readThumbnails(mediaId: string, timesUs: readonly number[], height: number) {
      const chunks: Uint8Array[] = [];
      const input = { id, mediaId, timesUs: [...timesUs], height };
      await client.open('projects.readThumbnails', input, (bytes) => chunks.push(bytes)).done;
      return Promise.all(splitImages(joinChunks(chunks)).map(decodeImage));
    },
  };
}

/** Each is four bytes of its length and then its bytes. */
function splitImages(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const view = new DataView(bytes.buffer);
  const images: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = view.getUint32(at, true);
    images.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return images;
}

const decodeImage = async (bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap | null> =>
  bytes.length === 0 ? null : createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
