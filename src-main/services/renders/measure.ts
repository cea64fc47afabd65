import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectEndFrame, type Media, type Project } from '../../../src-shared/domain/edit/document.ts';
import { sampleOfFrame } from '../../../src-shared/domain/edit/time.ts';
import type { Loudness } from '../ffmpeg/index.ts';
import { createSoundFiles, type LocatedMedia } from '../projects/index.ts';
import type { RenderRequest } from './process/messages.ts';
import { heardWithStrips, makeStrips, openerOf, type StripMaker } from './strips.ts';
import { measureRaw, writeSoundtrack } from './soundtrack.ts';

interface Measuring {
  locate: (media: Media) => Promise<LocatedMedia>;
  soundDir: string;
  strips: StripMaker;
  workFolder: string;
  signal: AbortSignal;
}

/** How loud a project is before the gain and the limiter of the whole: what they are set by. */
export async function measureProject(
  project: Project,
  { locate, soundDir, strips: maker, workFolder, signal }: Measuring,
): Promise<Loudness> {
  const toSample = sampleOfFrame(project.rate, projectEndFrame(project));
  const path = join(workFolder, 'sound.f32');
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  try {
    const media: RenderRequest['media'] = {};
    const used = new Set(project.tracks.flatMap(({ clips }) => clips.map(({ mediaId }) => mediaId)));
    for (const one of Object.values(project.media))
      if (one.sound && used.has(one.id)) media[one.id] = await locate(one);
    const request = { project, media, soundDir, workFolder };
    const strips = await makeStrips(request, maker, signal);
    const heard = heardWithStrips({ ...request, strips });
    const raw = { ...heard.project, master: { gainDb: 0, ceilingDbtp: null } };
    await writeSoundtrack(
      path,
      { project: raw, fromSample: 0, toSample, targetLufs: null },
      {
        workFolder,
        signal,
        openSound: openerOf(raw, heard.media, createSoundFiles(soundDir), signal),
      },
    );
    return await measureRaw(path, signal);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
