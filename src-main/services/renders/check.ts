import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import {
  isSilentFormat,
  type RenderCertificate,
  type RenderOptions,
  type RenderRange,
} from '../../../src-shared/domain/edit/render.ts';
import { problemOfExport } from '../../../src-shared/handlers/editor/exportProblem.ts';
import { editTexts } from '../../../src-shared/handlers/editor/editTexts.ts';
import { LOUDNESS_FILTER, loudnessIn, runFfmpeg } from '../ffmpeg/index.ts';
import { planRender, type RenderPlan } from '../../../src-shared/handlers/editor/renderPlan.ts';
import { readShown } from './shown.ts';

export interface Checked {
  path: string;
  project: Project;
  options: RenderOptions;
  ranges: RenderRange[];
  hasSound: boolean;
  nowMs: number;
}
interface CheckTask {
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number) => void) | undefined;
}

/**
 * Decodes every frame and every sample of an export, and says what was found. Throws `FILE_UNREADABLE` where frames are missing or
 * do not follow each other, where tags are others, or sound and video do not end together.
 */
export async function certifyRender(
  { path, project, options, ranges, hasSound, nowMs }: Checked,
  { signal, onProgress }: CheckTask,
): Promise<RenderCertificate> {
  const plan = planRender(project, options);
  const shown = await readShown(path, signal);
  const found = await decodeAll(path, plan, { hasVideo: plan.frames > 0, hasSound }, { signal, onProgress });
  const certificate: RenderCertificate = {
    schemaVersion: 1,
    editSha256: hashEdit(project, plan),
    fileSha256: await hashFile(path),
    options,
    framesExpected: options.smart && ranges.length > 0 ? sumOf(ranges) : plan.frames,
    framesDecoded: found.frames,
    ranges,
    width: shown?.width ?? 0,
    height: shown?.height ?? 0,
    colour: shown && !isSilentFormat(options.format) ? shown.colour : null,
    integratedLufs: found.integratedLufs,
    truePeakDb: found.truePeakDb,
    videoEndSec: plan.frames > 0 ? found.videoEndSec : null,
    audioEndSec: hasSound ? found.audioEndSec : null,
    checkedAtMs: nowMs,
  };
  const problem = problemOfExport(certificate, plan, found.problem);
  if (problem)
    throw new RpcError(
      'FILE_UNREADABLE',
      `The export was checked and is not right: ${problem}. It was removed.`,
    );
  return certificate;
}

const sumOf = (ranges: readonly RenderRange[]) => ranges.reduce((sum, { frames }) => sum + frames, 0);

/** Of what is seen and heard, frame by frame. */
export function hashEdit(project: Project, plan: RenderPlan): string {
  const hash = createHash('sha256');
  for (const text of editTexts(project, plan)) hash.update(text);
  return hash.digest('hex');
}

interface Found {
  frames: number;
  videoEndSec: number;
  audioEndSec: number;
  integratedLufs: number | null;
  truePeakDb: number | null;
  problem: string | null;
}

async function decodeAll(
  path: string,
  plan: RenderPlan,
  { hasVideo, hasSound }: { hasVideo: boolean; hasSound: boolean },
  { signal, onProgress }: CheckTask,
): Promise<Found> {
  const found: Found = {
    frames: 0,
    videoEndSec: 0,
    audioEndSec: 0,
    integratedLufs: null,
    truePeakDb: null,
    problem: null,
  };
  const timeBases = [0, 0];
  const frameSec = plan.rate.den / plan.rate.num;
  const audioIndex = hasVideo ? 1 : 0;
  const { words, warning } = await runFfmpeg(
    [
      ...['-protocol_whitelist', 'file,pipe', '-i', `file:${path}`],
      ...(hasVideo ? ['-map', '0:v:0', '-fps_mode', 'passthrough', '-copyts'] : []),
      ...(hasSound ? ['-map', '0:a:0', '-af', LOUDNESS_FILTER] : []),
      ...['-f', 'framecrc', 'pipe:1'],
    ],
    {
      ...(signal ? { signal } : {}),
      purpose: 'checked',
      outputPath: 'The export',
      onLine(line) {
        const [, of, numerator, denominator] = /^#tb (\d+): (\d+)\/(\d+)/.exec(line) ?? [];
        if (of !== undefined) timeBases[Number(of)] = Number(numerator) / Number(denominator);
        if (!/^\d/.test(line)) return;
        const [stream = 0, , time = 0, length = 0] = line.split(',').map(Number);
        const startSec = time * (timeBases[stream] ?? 0);
        const endSec = startSec + length * (timeBases[stream] ?? 0);
        if (hasSound && stream === audioIndex) {
          found.audioEndSec = Math.max(found.audioEndSec, endSec);
          return;
        }
        const dueSec = found.frames * frameSec;
        if (Math.abs(startSec - dueSec) > frameSec / 2)
          found.problem ??= `its frame ${found.frames} comes at ${startSec.toFixed(4)} s in place of ${dueSec.toFixed(4)} s`;
        found.frames += 1;
        found.videoEndSec = Math.max(found.videoEndSec, startSec + frameSec);
        onProgress?.(Math.min(1, found.frames / plan.frames));
      },
    },
  );
  if (warning) found.problem ??= warning;
  return { ...found, ...(hasSound ? loudnessIn(words) : {}) };
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
