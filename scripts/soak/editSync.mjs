/**
 * Edits a take of a camera and two microphones at random, with ripples over all its tracks, and looks at every frame whether what is
 * seen and heard there is of one moment of the take:
 * `node scripts/soak/editSync.mjs [--edits 1000] [--seed 1]`.
 */
import { parseArgs } from 'node:util';
import { createProject } from '../../src-shared/domain/edit/create.ts';
import { projectEndFrame } from '../../src-shared/domain/edit/document.ts';
import { edit } from '../../src-shared/domain/edit/operations/index.ts';
import { resolve } from '../../src-shared/domain/edit/resolve.ts';
import { resolveSound } from '../../src-shared/domain/edit/resolveSound.ts';
import { sampleOfFrame, SOUND_RATE } from '../../src-shared/domain/edit/time.ts';
import { createRandom, pick } from '../../tests/lib/random.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: { edits: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const TAKE_SEC = 1800;
const MICROPHONES = ['ann', 'bob'];
let ids = 0;
const makeId = () => `id-${(ids += 1)}`;

const mediaOf = (id, kind) => ({
  id,
  name: id,
  kind,
  durationSec: TAKE_SEC,
  startSec: 0,
  linkId: 'take',
  source: { type: 'take', takeId: 'take', trackId: id },
  video:
    kind === 'video'
      ? {
          width: 1920,
          height: 1080,
          rate: { num: 30_000, den: 1001 },
          rotation: 0,
          colour: { matrix: 'bt709', isFullRange: false },
        }
      : null,
  sound: kind === 'audio' ? { sampleRate: SOUND_RATE, channels: 1 } : null,
});

const must = ({ project, refused }) => {
  if (refused) throw new Error(refused.detail);
  return project;
};

function startProject() {
  const media = [mediaOf('camera', 'video'), ...MICROPHONES.map((id) => mediaOf(id, 'audio'))];
  // 29.97 frames a second: no frame begins with a whole sample for long.
  const empty = { ...createProject('Sync', makeId), rate: { num: 30_000, den: 1001 } };
  const withMedia = must(edit(empty, 'addMedia', { media }, makeId));
  return must(edit(withMedia, 'insertTake', { mediaIds: media.map(({ id }) => id), frame: 0 }, makeId));
}

/** One edit of all tracks; a refused one changes nothing. */
function editOnce(project, random) {
  const end = projectEndFrame(project);
  const from = pick(random, end - 60);
  const to = from + 1 + pick(random, 50);
  const edits = [
    () => edit(project, 'splitClips', { frame: from }, makeId),
    () => edit(project, 'rippleDelete', { ranges: [{ from, to }] }, makeId),
    () => edit(project, 'moveRange', { from, to, toFrame: pick(random, end) }, makeId),
    () => edit(project, 'insertGap', { frame: from, lengthFrames: 1 + pick(random, 40) }, makeId),
  ];
  return edits[pick(random, edits.length)]().project;
}

/** At each frame: the farthest that video is from sound, and that one microphone is from the other, both of the take. */
function measure(project) {
  const end = projectEndFrame(project);
  const frameSec = project.rate.den / project.rate.num;
  let [videoSec, samples, checked] = [0, 0, 0];
  for (let frame = 0; frame < end; frame += 1) {
    const [layer] = resolve(project, frame).layers;
    // Past the crossfade of a cut.
    const at = sampleOfFrame(project.rate, frame) + 400;
    const heard = resolveSound(project, at, at + 1).segments.map(
      (segment) => segment.sourceFromSample + at - segment.fromSample,
    );
    if (!layer && heard.length === 0) continue;
    checked += 1;
    if (!layer || heard.length !== MICROPHONES.length) {
      say(`Frame ${frame}: ${layer ? 1 : 0} video, ${heard.length} microphones`);
      return null;
    }
    samples = Math.max(samples, ...heard.map((sample) => Math.abs(sample - heard[0])));
    // A frame is asked for a quarter of itself late, and the sound is that of 400 samples later.
    const shownSec = layer.source.sourceTimeUs / 1e6 - frameSec / 4;
    videoSec = Math.max(videoSec, Math.abs(shownSec - (heard[0] - 400) / SOUND_RATE));
  }
  return { videoFrames: videoSec / frameSec, samples, checked };
}

const random = createRandom(Number(values.seed));
let project = startProject();
for (let count = 0; count < Number(values.edits); count += 1) project = editOnce(project, random);
const found = measure(project);
const clips = project.tracks.reduce((sum, track) => sum + track.clips.length, 0);
say(`${values.edits} edits: ${clips} clips`);
if (found)
  say(
    `${found.checked} frames: ${found.samples} samples between microphones, video ${found.videoFrames.toFixed(3)} frames from its sound`,
  );
process.exitCode = found && found.samples === 0 && found.videoFrames <= 0.5 ? 0 : 1;
