import { ALL_FORMATS, AudioSampleSink, BlobSource, Input, VideoSampleSink } from 'mediabunny';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { Project } from '../../../../../src-shared/domain/edit/document.ts';
import {
  isSilentFormat,
  type RenderCertificate,
  type RenderOptions,
} from '../../../../../src-shared/domain/edit/render.ts';
import { editTexts } from '../../../../../src-shared/handlers/editor/editTexts.ts';
import { problemOfExport } from '../../../../../src-shared/handlers/editor/exportProblem.ts';
import type { RenderPlan } from '../../../../../src-shared/handlers/editor/renderPlan.ts';
import { Sha256 } from '../../../../lib/sha256.ts';
import { Gauge } from '../../../../media/clean/mastering.ts';
import { decodeImage } from '../../../../media/editor/decodedImages.ts';
import { piecesOf } from '../../storedFiles.ts';

interface Checked {
  file: File;
  project: Project;
  plan: RenderPlan;
  options: RenderOptions;
  hasSound: boolean;
  onProgress: (done: number) => void;
}

type Seen = Pick<RenderCertificate, 'framesDecoded' | 'width' | 'height' | 'colour' | 'videoEndSec'> & {
  problem: string | null;
};

/** Decodes every frame and every sample of an export, and says what was found; throws where it is not as it should be. */
export async function certifyExport(checked: Checked): Promise<RenderCertificate> {
  const { file, project, plan, options, hasSound } = checked;
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  try {
    const { problem, ...seen } =
      options.format === 'png' ? await seeImage(file) : await seeFrames(input, checked);
    const heard = await hear(input, hasSound);
    const certificate: RenderCertificate = {
      schemaVersion: 1,
      editSha256: hashEdit(project, plan),
      fileSha256: await hashFile(file),
      options,
      framesExpected: plan.frames,
      ...seen,
      ranges: plan.frames === 0 ? [] : [{ kind: 'encoded', fromFrame: 0, frames: plan.frames, reason: null }],
      ...heard,
      checkedAtMs: Date.now(),
    };
    const found = problemOfExport(certificate, plan, problem);
    if (found !== null) throw failWith('FILE_UNREADABLE', 'exportNotRight', { values: { problem: found } });
    return certificate;
  } finally {
    input.dispose();
  }
}

async function seeFrames(input: Input, { plan, options, onProgress }: Checked): Promise<Seen> {
  const track = plan.frames > 0 ? await input.getPrimaryVideoTrack() : null;
  if (!track)
    return { framesDecoded: 0, width: 0, height: 0, colour: null, videoEndSec: null, problem: null };
  const frameSec = plan.rate.den / plan.rate.num;
  let [count, problem] = [0, null as string | null];
  for await (const sample of new VideoSampleSink(track).samples()) {
    const dueSec = count * frameSec;
    if (Math.abs(sample.timestamp - dueSec) > frameSec / 2)
      problem ??= `its frame ${count} comes at ${sample.timestamp.toFixed(4)} s in place of ${dueSec.toFixed(4)} s`;
    sample.close();
    count += 1;
    onProgress(Math.min(1, count / plan.frames));
  }
  const { primaries, transfer, matrix, fullRange } = await track.getColorSpace();
  return {
    framesDecoded: count,
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    colour: isSilentFormat(options.format)
      ? null
      : {
          primaries: primaries ?? 'unknown',
          transfer: transfer ?? 'unknown',
          matrix: matrix ?? 'unknown',
          range: fullRange === true ? 'pc' : 'tv',
        },
    videoEndSec: count * frameSec,
    problem,
  };
}

async function seeImage(file: File): Promise<Seen> {
  const { width, height } = await decodeImage(new Uint8Array(await file.arrayBuffer()));
  return { framesDecoded: 1, width, height, colour: null, videoEndSec: null, problem: null };
}

async function hear(
  input: Input,
  hasSound: boolean,
): Promise<Pick<RenderCertificate, 'integratedLufs' | 'truePeakDb' | 'audioEndSec'>> {
  const track = hasSound ? await input.getPrimaryAudioTrack() : null;
  if (!track) return { integratedLufs: null, truePeakDb: null, audioEndSec: null };
  const gauge = new Gauge(await track.getNumberOfChannels(), await track.getSampleRate());
  let audioEndSec = 0;
  for await (const sample of new AudioSampleSink(track).samples()) {
    const interleaved = new Float32Array(sample.numberOfFrames * sample.numberOfChannels);
    sample.copyTo(interleaved, { planeIndex: 0, format: 'f32' });
    gauge.add(interleaved);
    audioEndSec = sample.timestamp + sample.duration;
    sample.close();
  }
  return { ...gauge.finish(), audioEndSec };
}

function hashEdit(project: Project, plan: RenderPlan): string {
  const hash = new Sha256();
  const encoder = new TextEncoder();
  for (const text of editTexts(project, plan)) hash.add(encoder.encode(text));
  return hash.hex();
}

async function hashFile(file: File): Promise<string> {
  const hash = new Sha256();
  for await (const piece of piecesOf(file)) hash.add(piece);
  return hash.hex();
}
