/**
 * Measures the screen of the video editor in Chromium: `node scripts/soak/editorScreen.mjs [--seconds 3] [--preview]`. Its timeline
 * with 5,000 clips on 8 tracks in 3 h, all in sight, a thousand of them and a few, scrubbing a take of 1080p, and how many frames a second
 * the preview draws; with `--preview` the last alone. Run it alone: the machine's other work is measured too.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureEditorPreview, measureEditorScreen } from '../../tests/lib/editorScreenCost.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, preview: { type: 'boolean', default: false } },
});
const seconds = Number(values.seconds);
if (!(seconds >= 1)) throw new Error('--seconds is a number from 1 on');

say(`load of the machine: ${loadavg()[0].toFixed(1)}`);
if (values.preview) sayPreview(await measureEditorPreview(seconds));
else sayAll(await measureEditorScreen(seconds));

function sayAll({ timeline, memoryMb, scrub, preview }) {
  for (const [where, { framesPerSec, gapP95Ms, busyMs }] of Object.entries(timeline))
    say(
      `timeline, ${where}: ${framesPerSec.toFixed(1)} frames/s, p95 ${gapP95Ms.toFixed(1)} ms, ${busyMs.toFixed(1)} ms of the page's thread a frame`,
    );
  say(`heap of the page with it: ${memoryMb.toFixed(0)} MB`);
  for (const [how, { p50Ms, p95Ms }] of Object.entries(scrub))
    say(`scrub, ${how}: p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms`);
  sayPreview(preview);
}

function sayPreview({ framesPerSec, busyMs, size }) {
  say(
    `preview: ${framesPerSec.toFixed(1)} frames/s at ${size}, ${busyMs.toFixed(1)} ms of the processor a frame`,
  );
}
