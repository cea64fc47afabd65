import { RpcError } from '../../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import { isSilentFormat } from '../../../../../src-shared/domain/edit/render.ts';
import { resolveSound } from '../../../../../src-shared/domain/edit/resolveSound.ts';
import { planRender, type RenderPlan } from '../../../../../src-shared/handlers/editor/renderPlan.ts';
import { openKernel } from '../../../../../src-shared/video/kernel.ts';
import { removeFile } from '../../storedFiles.ts';
import { certifyExport } from './checkExport.ts';
import { ExportFrames } from './exportFrames.ts';
import { mastered, measure, mixBlocks, openSounds } from './exportSound.ts';
import { runStrips } from './exportStrips.ts';
import type { ExportEvent, ExportRequest } from './messages.ts';
import { openOutput, writeAt, type SyncHandle } from './storedOutput.ts';
import { writeExport } from './writeExport.ts';

/** A worker that makes one file of a project, or says how loud it is; it ends with the page, or when it is terminated. */

const MOST_TRUE_PEAK_DB = -1;

const send = (event: ExportEvent) => postMessage(event);
const progress = (step: 'sound' | 'frames' | 'check', done: number, framesDone: number) =>
  send({ kind: 'progress', step, done, framesDone });

addEventListener('message', ({ data }: MessageEvent<ExportRequest>) => {
  run(data).catch((error: unknown) => send({ kind: 'failed', failure: failureOf(error).toFailure() }));
});

async function run(request: ExportRequest): Promise<void> {
  const plan = planRender(request.project, request.options);
  const sounds = openSounds(request.places);
  try {
    // Captions that are left out of the frames have no sound: the whole project is heard.
    const heard = await runStrips(request.project, sounds, {
      ...request,
      onProgress: (done) => progress('sound', done, 0),
    });
    const blocks = () => mixBlocks(heard, plan, sounds);
    if (request.fileName === null) {
      send({ kind: 'measured', loudness: await measure(blocks()) });
      return;
    }
    const { targetLufs, format } = request.options;
    const isSilent = resolveSound(heard, plan.fromSample, plan.toSample).segments.length === 0;
    if (isSilent && plan.frames === 0) throw failWith('FILE_EMPTY', 'exportSilent');
    const hasSound = !isSilent && !isSilentFormat(format);
    const { integratedLufs } =
      hasSound && targetLufs !== null ? await measure(blocks()) : { integratedLufs: null };
    const master =
      targetLufs === null
        ? heard.master
        : {
            gainDb: integratedLufs === null ? heard.master.gainDb : targetLufs - integratedLufs,
            ceilingDbtp: MOST_TRUE_PEAK_DB,
          };
    await write(request, plan, hasSound ? mastered(blocks(), master) : null);
    send({ kind: 'done', certificate: await check(request, plan, request.fileName, hasSound) });
  } finally {
    sounds.dispose();
  }
}

async function write(
  request: ExportRequest,
  plan: RenderPlan,
  sound: ReturnType<typeof mastered> | null,
): Promise<void> {
  const { fileName, folder, options, project } = request;
  const kernel = await openKernel(request.kernel);
  const frames = new ExportFrames(kernel, request);
  const handle = await openOutput(folder, fileName ?? '');
  const onFrame = (framesDone: number) => progress('frames', framesDone / plan.frames, framesDone);
  try {
    if (options.format === 'png') await writeStill(handle, plan, frames, () => kernel.toRgba());
    else await writeExport(handle, { project, plan, options, frames, sound, onFrame });
  } finally {
    frames.dispose();
    handle.close();
  }
}

async function writeStill(
  handle: SyncHandle,
  plan: RenderPlan,
  frames: ExportFrames,
  toRgba: () => Uint8ClampedArray<ArrayBuffer>,
): Promise<void> {
  const { width, height } = await frames.draw(plan.drawListOf(0));
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(new ImageData(toRgba(), width, height), 0, 0);
  const image = await canvas.convertToBlob({ type: 'image/png' });
  writeAt(handle, new Uint8Array(await image.arrayBuffer()), 0);
}

/** What is not right is not kept. */
async function check(request: ExportRequest, plan: RenderPlan, fileName: string, hasSound: boolean) {
  const { folder, project, options } = request;
  const file = await (await folder.getFileHandle(fileName)).getFile();
  const onProgress = (done: number) => progress('check', done, plan.frames);
  try {
    return await certifyExport({ file, project, plan, options, hasSound, onProgress });
  } catch (error) {
    await removeFile(folder, fileName);
    throw error;
  }
}

function failureOf(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return failWith('DISK_FULL', 'exportNoSpace');
  const reason = error instanceof Error ? error.message : String(error);
  return failWith('FILE_UNWRITABLE', 'pageNotExported', { values: { reason }, cause: error });
}
