import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { projectEndFrame, type Media, type Project } from '../../../src-shared/domain/edit/document.ts';
import { sampleOfFrame } from '../../../src-shared/domain/edit/time.ts';
import type { Loudness } from '../ffmpeg/index.ts';
import { createSoundFiles, type LocatedMedia } from '../projects/index.ts';
import { measureRaw, writeSoundtrack } from './soundtrack.ts';

interface Measuring {
  locate: (media: Media) => Promise<LocatedMedia>;
  soundDir: string;
  workFolder: string;
  signal: AbortSignal;
}

/** How loud a project is before the gain and the limiter of the whole: what they are set by. */
export async function measureProject(
  project: Project,
  { locate, soundDir, workFolder, signal }: Measuring,
): Promise<Loudness> {
  const toSample = sampleOfFrame(project.rate, projectEndFrame(project));
  const sounds = createSoundFiles(soundDir);
  const raw = { ...project, master: { gainDb: 0, ceilingDbtp: null } };
  const path = join(workFolder, 'sound.f32');
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  try {
    await writeSoundtrack(
      path,
      { project: raw, fromSample: 0, toSample, targetLufs: null },
      {
        workFolder,
        signal,
        async openSound(mediaId) {
          const media = project.media[mediaId];
          if (!media?.sound) throw new RpcError('FILE_NOT_FOUND', `The project has no sound "${mediaId}".`);
          const { sound, durationSec } = media;
          return await sounds.openSound({ ...(await locate(media)), sound, durationSec }, signal);
        },
      },
    );
    return await measureRaw(path, signal);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
