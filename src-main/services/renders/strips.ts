import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectEndFrame, type Project } from '../../../src-shared/domain/edit/document.ts';
import { intoStrip, tracksWithStrip, withStrips } from '../../../src-shared/domain/edit/trackStrip.ts';
import { sampleOfFrame } from '../../../src-shared/domain/edit/time.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { toEngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import type { StripValues } from '../../../src-shared/domain/stripSchema.ts';
import type { EngineService } from '../engine/index.ts';
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
}

type StripRequest = Pick<RenderRequest, 'project' | 'media' | 'soundDir' | 'workFolder'>;

/**
 * The sound of each track that has a chain, as it leaves that: stereo float32 WAV by the ids of the tracks. The same engine does
 * it that cleans recordings. What was finished before is not made again. `PLAN_LIMIT` for noise models that are not in the plan.
 */
export async function makeStrips(
  { project, media, soundDir, workFolder }: StripRequest,
  { engine, plan }: StripMaker,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const tracks = tracksWithStrip(project);
  if (tracks.length === 0) return {};
  await plan.assertMayClean(tracks.map(({ strip }) => strip.denoise.engine));
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const strips: Record<string, string> = {};
  for (const [index, track] of tracks.entries()) {
    const path = join(workFolder, `strip-${index}.wav`);
    strips[track.id] = path;
    if (await isFinished({ path, fromFrame: 0, frames: 0 })) continue;
    const [inputPath, part] = [`${path}.in.wav`, `${path}.part`];
    try {
      await writeInput(inputPath, intoStrip(project, track), { media, soundDir, workFolder, signal });
      await engine.clean(cleaningOf(track.strip, inputPath, part), { signal, onProgress: () => undefined });
      if (signal.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
      await rename(part, path);
    } finally {
      await rm(inputPath, { force: true });
      await rm(part, { force: true });
    }
  }
  return strips;
}

const cleaningOf = (strip: StripValues, path: string, outputPath: string) => ({
  input: { kind: 'file' as const, path },
  outputPath,
  container: 'wav' as const,
  encoding: 'float32' as const,
  denoise: strip.denoise,
  mastering: { targetLufs: null, ...toEngineEffects(strip) },
});

async function writeInput(
  path: string,
  project: Project,
  {
    media,
    soundDir,
    workFolder,
    signal,
  }: Pick<RenderRequest, 'media' | 'soundDir' | 'workFolder'> & { signal: AbortSignal },
): Promise<void> {
  const raw = `${path}.f32`;
  const toSample = sampleOfFrame(project.rate, projectEndFrame(project));
  try {
    await writeSoundtrack(
      raw,
      { project, fromSample: 0, toSample, targetLufs: null },
      { workFolder, signal, openSound: openerOf(project, media, createSoundFiles(soundDir), signal) },
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
    const { sound, durationSec, name } = project.media[mediaId] ?? {};
    const located = media[mediaId];
    if (!sound || !located) throw new RpcError('FILE_NOT_FOUND', `${name ?? mediaId} is not there any more.`);
    return await sounds.openSound({ ...located, sound, durationSec: durationSec ?? 0 }, signal);
  };
}
