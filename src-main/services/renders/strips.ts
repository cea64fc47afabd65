import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_CLEANING } from '../../../src-shared/domain/denoise.ts';
import {
  projectEndFrame,
  type Project,
  type Track,
  type TrackPlugin,
  type TrackStrip,
} from '../../../src-shared/domain/edit/document.ts';
import {
  intoStrip,
  pluginsOn,
  tracksWithStrip,
  withStrips,
} from '../../../src-shared/domain/edit/trackStrip.ts';
import { sampleOfFrame } from '../../../src-shared/domain/edit/time.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { toEngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import type { EngineService, FilePlugin } from '../engine/index.ts';
import { runFfmpeg } from '../ffmpeg/index.ts';
import type { PlanGuard } from '../licence/index.ts';
import { createSoundFiles } from '../projects/index.ts';
import type { RenderRequest } from './process/messages.ts';
import { isFinished } from './segments.ts';
import { RAW_SOUND, writeSoundtrack } from './soundtrack.ts';

/** What runs the chains of tracks: the engine that cleans files. */
export interface StripMaker {
  engine: Pick<EngineService, 'clean'>;
  plan: Pick<PlanGuard, 'assertMayClean'>;
  /** Where a plug-in lies. Throws `PLUGIN_NOT_FOUND`. */
  findPlugin: (pluginId: string) => Promise<Pick<FilePlugin, 'path'>>;
  /** Puts a track's sound at `path` where it was made for the preview already; false: it was not. */
  takePrepared?: (project: Project, track: TrackWithStrip, path: string) => Promise<boolean>;
}

export type TrackWithStrip = Track & { strip: TrackStrip };

type StripRequest = Pick<RenderRequest, 'project' | 'media' | 'soundDir' | 'workFolder'>;

/**
 * The sound of each track that has a chain, as it leaves that: stereo float32 WAV by the ids of the tracks. The same engine does
 * it that cleans recordings. What was finished before is not made again. `PLAN_LIMIT` for noise models that are not in the plan,
 * `PLUGIN_NOT_FOUND` for a plug-in that is not on this computer.
 */
export async function makeStrips(
  request: StripRequest,
  maker: StripMaker,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const { project, workFolder } = request;
  const tracks = tracksWithStrip(project);
  if (tracks.length === 0) return {};
  await maker.plan.assertMayClean(tracks.map(({ strip }) => strip.denoise.engine));
  const strips: Record<string, string> = {};
  for (const [index, track] of tracks.entries()) {
    const path = join(workFolder, `strip-${index}.wav`);
    strips[track.id] = path;
    if (await isFinished({ path, fromFrame: 0, frames: 0 })) continue;
    if (await maker.takePrepared?.(project, track, path)) continue;
    await makeStrip({ ...request, track, path }, maker, { signal });
  }
  return strips;
}

/** Of the work, where what goes into a chain is mixed. */
const MIXED_SHARE = 0.2;

/** One track's sound as it leaves its chain, in `path`; `onProgress` hears how much is done, 0 to 1. */
export async function makeStrip(
  { path, track, ...request }: StripRequest & { path: string; track: TrackWithStrip },
  maker: Omit<StripMaker, 'plan'>,
  { signal, onProgress = () => undefined }: { signal: AbortSignal; onProgress?: (done: number) => void },
): Promise<void> {
  const inputPath = `${path}.in.wav`;
  await mkdir(request.workFolder, { recursive: true, mode: 0o700 });
  try {
    await writeInput(inputPath, intoStrip(request.project, track), {
      ...request,
      signal,
      onProgress: (done) => onProgress(done * MIXED_SHARE),
    });
    await runPasses(inputPath, path, track.strip, maker, {
      signal,
      onProgress: (done) => onProgress(MIXED_SHARE + done * (1 - MIXED_SHARE)),
    });
  } finally {
    await rm(inputPath, { force: true });
  }
}

/** Noise and effects with the first plug-in, and each of the others alone: the engine runs one over a file. */
async function runPasses(
  inputPath: string,
  path: string,
  strip: TrackStrip,
  { engine, findPlugin }: Omit<StripMaker, 'plan'>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<void> {
  const plugins = pluginsOn(strip);
  const presetPath = `${path}.vstpreset`;
  const parts = [inputPath, ...(plugins.length === 0 ? [null] : plugins).map((_, at) => `${path}.${at}.wav`)];
  try {
    for (const [at, outputPath] of parts.slice(1).entries()) {
      const isFirst = at === 0;
      const plugin = plugins[at];
      await engine.clean(
        {
          input: { kind: 'file', path: parts[at] ?? inputPath },
          outputPath,
          container: 'wav',
          encoding: 'float32',
          denoise: isFirst ? strip.denoise : { ...DEFAULT_CLEANING, engine: 'off' },
          mastering: { targetLufs: null, ...(isFirst ? toEngineEffects(strip) : {}) },
          plugin: plugin ? await filePluginOf(plugin, findPlugin, presetPath) : null,
        },
        {
          signal,
          onProgress({ framesDone, framesTotal }) {
            if (framesTotal) onProgress((at + framesDone / framesTotal) / (parts.length - 1));
          },
        },
      );
      if (signal.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
    }
    await rename(parts.at(-1) ?? inputPath, path);
  } finally {
    for (const part of [...parts.slice(1), presetPath]) await rm(part, { force: true });
  }
}

async function filePluginOf(
  { pluginId, preset }: TrackPlugin,
  findPlugin: StripMaker['findPlugin'],
  presetPath: string,
): Promise<FilePlugin> {
  const { path } = await findPlugin(pluginId);
  if (preset !== null) await writeFile(presetPath, Buffer.from(preset, 'base64'), { mode: 0o600 });
  return { path, pluginId, parameters: [], presetPath: preset === null ? null : presetPath };
}

async function writeInput(
  path: string,
  project: Project,
  {
    media,
    soundDir,
    workFolder,
    signal,
    onProgress,
  }: Omit<StripRequest, 'project'> & { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<void> {
  const raw = `${path}.f32`;
  const toSample = sampleOfFrame(project.rate, projectEndFrame(project));
  try {
    await writeSoundtrack(
      raw,
      { project, fromSample: 0, toSample, targetLufs: null },
      {
        workFolder,
        signal,
        onProgress,
        openSound: openerOf(project, media, createSoundFiles(soundDir), signal),
      },
    );
    await runFfmpeg(
      [
        ...[...RAW_SOUND, '-i', `file:${raw}`, '-c:a', 'pcm_f32le'],
        ...['-rf64', 'auto', '-f', 'wav', '-y', `file:${path}`],
      ],
      { outputPath: 'The sound', signal },
    );
  } finally {
    await rm(raw, { force: true });
  }
}

/** The project as it is heard, and where its sound lies: tracks with a chain are what came out of that. */
export function heardWithStrips({
  project,
  media,
  strips = {},
}: Pick<RenderRequest, 'project' | 'media' | 'strips'>): Pick<RenderRequest, 'project' | 'media'> {
  const heard = withStrips(project, new Set(Object.keys(strips)));
  const made = [...heard.media].flatMap(([mediaId, trackId]) => {
    const path = strips[trackId];
    return path === undefined ? [] : [[mediaId, { path, offsetSamples: 0 }] as const];
  });
  return { project: heard.project, media: { ...media, ...Object.fromEntries(made) } };
}

/** Opens the sound of a project's media where they lie. */
export function openerOf(
  project: Project,
  media: RenderRequest['media'],
  sounds: ReturnType<typeof createSoundFiles>,
  signal: AbortSignal | undefined,
) {
  return async (mediaId: string) => {
    const { sound, durationSec, originSec, name } = project.media[mediaId] ?? {};
    const located = media[mediaId];
    if (!sound || !located) throw new RpcError('FILE_NOT_FOUND', `${name ?? mediaId} is not there any more.`);
    return await sounds.openSound({ ...located, sound, durationSec: durationSec ?? 0, originSec }, signal);
  };
}
