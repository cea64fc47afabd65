import type { Project } from '../../domain/edit/document.ts';
import { resolveSound } from '../../domain/edit/resolveSound.ts';
import { pluginsOn, tracksWithStrip } from '../../domain/edit/trackStrip.ts';
import type { RenderPlan } from './renderPlan.ts';

/**
 * What is seen and heard, frame by frame, as text: its SHA-256 is the hash of an edit. The same edit has the same, whatever it is
 * exported as, and whichever host hashes it.
 */
export function* editTexts(project: Project, plan: RenderPlan): Generator<string> {
  yield JSON.stringify([plan.size, plan.rate, plan.frames, project.luts]);
  for (let index = 0; index < plan.frames; index += 1) yield JSON.stringify(plan.drawListOf(index));
  yield JSON.stringify(resolveSound(project, plan.fromSample, plan.toSample));
  // Without plug-ins as before there were any: certificates of then hold.
  const strips = tracksWithStrip(project).map(({ id, strip }) => {
    const { plugins: _plugins, ...effects } = strip;
    const plugins = pluginsOn(strip).map(({ pluginId, preset }) => [pluginId, preset]);
    return plugins.length > 0 ? [id, effects, plugins] : [id, effects];
  });
  if (strips.length > 0) yield JSON.stringify(strips);
  const sources = Object.values(project.media).map(({ id, source }) => [
    id,
    source.type === 'file' ? source.sha256 : source,
  ]);
  yield JSON.stringify(sources.sort());
}
