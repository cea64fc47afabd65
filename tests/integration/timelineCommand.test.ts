import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectText, readProject } from '../../src-shared/domain/edit/check.ts';
import { importFile } from '../../src-main/services/projects/index.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { projectOf, testMedia } from '../lib/editorRig.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

it('writes a project for other programs, and makes one of their file', async () => {
  const dir = temporaryDir();
  const path = testMedia(join(dir, 'tälk 1.mp4'), 2);
  const media = await importFile(path, () => 'camera', new AbortController().signal);
  const project = projectOf(media, [
    { startFrame: 0, lengthFrames: 20 },
    { startFrame: 20, lengthFrames: 10, sourceStartTicks: 48_000 },
  ]);
  writeFileSync(join(dir, 'talk.json'), JSON.stringify(project));
  const run = createCommandLine(dir);

  expect(await run(['timeline', 'talk.json', '-o', 'talk.otio'])).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(dir, 'talk.otio'), 'utf8')).toContain('/t%C3%A4lk%201.mp4');
  expect(await run(['timeline', 'talk.otio', '-o', 'again.json'])).toMatchObject({ code: 0, stderr: '' });
  const again = readProject(JSON.parse(readFileSync(join(dir, 'again.json'), 'utf8')));
  expect(projectText(again.project!)).toBe(projectText(project));

  // As another program writes it: nothing of ours, and a file that it names from its own folder.
  const foreign = JSON.parse(readFileSync(join(dir, 'talk.otio'), 'utf8'), (key: string, value: unknown) =>
    key === 'metadata' ? {} : value,
  ) as object;
  writeFileSync(join(dir, 'foreign.otio'), JSON.stringify(foreign));
  expect(await run(['timeline', 'foreign.otio', '-o', 'foreign.json'])).toMatchObject({
    code: 0,
    stderr: '',
  });
  const { project: made } = readProject(JSON.parse(readFileSync(join(dir, 'foreign.json'), 'utf8')));
  expect(made?.tracks[0]?.clips.map((clip) => [clip.startFrame, clip.lengthFrames])).toEqual([
    [0, 20],
    [20, 10],
  ]);
  expect(Object.values(made!.media)[0]).toMatchObject({
    video: media.video,
    sound: media.sound,
    durationSec: media.durationSec,
  });

  for (const name of ['talk.edl', 'talk.fcpxml', 'talk.vtt']) {
    expect(await run(['timeline', 'talk.json', '-o', name])).toMatchObject({ code: 0, stdout: `${name}\n` });
  }
  expect(readFileSync(join(dir, 'talk.edl'), 'utf8')).toContain('002  ');
  expect(await run(['timeline', 'talk.json', '-o', 'talk.edl'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is there already') as string,
  });
  expect(await run(['timeline', 'talk.json', '-o', 'talk.mp4'])).toMatchObject({ code: 2 });
  writeFileSync(join(dir, 'bad.otio'), '{"OTIO_SCHEMA":"Clip.1"}');
  expect(await run(['timeline', 'bad.otio', '-o', 'bad.json'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no OpenTimelineIO timeline') as string,
  });
});
