import type { Project } from '../../domain/edit/document.ts';
import type { RenderOptions } from '../../domain/edit/render.ts';
import type { RenderPlan } from './renderPlan.ts';

export interface Chapter {
  startSec: number;
  title: string;
}

/** The markers of the part that is exported; what lies before the first one is a chapter, too. */
export function chaptersOf(
  project: Project,
  { fromFrame, projectFrames }: Pick<RenderPlan, 'fromFrame' | 'projectFrames'>,
  { hasChapters }: Pick<RenderOptions, 'hasChapters'>,
): Chapter[] {
  if (!hasChapters) return [];
  const starts = project.markers
    .filter(({ frame }) => frame >= fromFrame && frame < fromFrame + projectFrames)
    .map(({ frame, name }, index) => ({
      startSec: ((frame - fromFrame) * project.rate.den) / project.rate.num,
      title: name || `Chapter ${index + 1}`,
    }));
  const [first] = starts;
  return first && first.startSec > 0 ? [{ startSec: 0, title: project.name }, ...starts] : starts;
}
