import type { DenoiseEngine } from '../../../../../src-shared/domain/denoise.ts';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { Project } from '../../../../../src-shared/domain/edit/document.ts';
import type { RenderOptions } from '../../../../../src-shared/domain/edit/render.ts';
import { pluginsOn, tracksWithStrip } from '../../../../../src-shared/domain/edit/trackStrip.ts';
import { planRender } from '../../../../../src-shared/handlers/editor/renderPlan.ts';
import { loadModels } from '../../../../media/editor/strips/loadModels.ts';
import { fileIn, folderIn, namesIn } from '../../storedFiles.ts';
import type { ProjectFolders } from '../folders.ts';
import type { Locate, MediaPlace } from '../media/places.ts';
import { TEXT_FOLDER } from '../projectHandlers.ts';
import { chooseCodecs } from './formats.ts';
import type { ExportRequest } from './messages.ts';
import kernelAddress from '../../../../../out/video/kernel.wasm?url';

export interface PrepareOptions {
  folders: ProjectFolders;
  locate: Locate;
  read: (id: string) => Promise<Project>;
}

const CLEANED_HERE: readonly DenoiseEngine[] = ['off', 'rnnoise', 'auto'];

export type Prepared = Omit<ExportRequest, 'folder' | 'fileName'>;

/** All that an export reads, as the project is now. `FORMAT_UNSUPPORTED` and `UNSUPPORTED` for what a page cannot do. */
export async function prepareExport(
  projectId: string,
  what: RenderOptions,
  { read, locate, folders }: PrepareOptions,
): Promise<Prepared> {
  const project = await read(projectId);
  const plan = planRender(project, what);
  if (what.smart) throw failWith('UNSUPPORTED', 'pageCopiesNoFrames');
  const codecs =
    what.format === 'png' || (await chooseCodecs(what.format, plan.frames > 0 ? plan.size : undefined));
  if (!codecs) throw failWith('FORMAT_UNSUPPORTED', 'pageHasNoEncoder');
  const used = new Set(project.tracks.flatMap(({ clips }) => clips.map(({ mediaId }) => mediaId)));
  const places = new Map<string, MediaPlace>();
  for (const media of Object.values(project.media))
    if (used.has(media.id)) places.set(media.id, await locate(projectId, media));
  const strips = tracksWithStrip(project).map(({ strip }) => strip);
  if (strips.some((strip) => pluginsOn(strip).length > 0)) throw failWith('UNSUPPORTED', 'pageNoPlugins');
  const engines = strips.map(({ denoise }) => denoise.engine);
  if (engines.some((engine) => !CLEANED_HERE.includes(engine)))
    throw failWith('UNSUPPORTED', 'pageCleansStandard');
  const answer = await fetch(kernelAddress);
  if (!answer.ok) throw new Error(`The video kernel could not be loaded: ${answer.status}.`);
  return {
    project,
    options: what,
    places,
    texts: await textsOf(await folders.open(projectId)),
    kernel: await answer.arrayBuffer(),
    models: await loadModels(engines),
  };
}

async function textsOf(project: FileSystemDirectoryHandle): Promise<Map<string, File>> {
  const folder = await folderIn(project, TEXT_FOLDER);
  const texts = new Map<string, File>();
  for (const name of folder ? await namesIn(folder) : []) {
    const file = folder && (await fileIn(folder, name));
    if (file) texts.set(name.replace(/\.png$/, ''), file);
  }
  return texts;
}
