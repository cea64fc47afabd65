import type { Project } from '../../domain/edit/document.ts';
import { resolveSound } from '../../domain/edit/resolveSound.ts';
import { tracksWithStrip } from '../../domain/edit/trackStrip.ts';
import type { RenderPlan } from './renderPlan.ts';

/**
 * What is seen and heard, frame by frame, as text: its SHA-256 is the hash of an edit. The same edit has the same, whatever it is
 * exported as, and whichever host hashes it.
 */
export function* editTexts(project: Project, plan: RenderPlan): Generator<string> {
  yield JSON.stringify([plan.size, plan.rate, plan.frames, project.luts]);
  for (let index = 0; index < plan.frames; index += 1) yield JSON.stringify(plan.drawListOf(index));
  yield JSON.stringify(resolveSound(project, plan.fromSample, plan.toSample));
  const strips = tracksWithStrip(project).map(({ id, strip }) => [id, strip]);
  if (strips.length > 0) yield JSON.stringify(strips);
  const sources = Object.values(project.media).map(({ id, source }) => [
    id,
    source.type === 'file' ? source.sha256 : source,
  ]);
  yield JSON.stringify(sources.sort());
}
