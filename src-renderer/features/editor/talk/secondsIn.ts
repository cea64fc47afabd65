import { secondsOf, type Project } from '../../../../src-shared/domain/edit/document.ts';
import type { FrameRange } from '../../../../src-shared/domain/edit/timeline.ts';
import { formatFigure } from '../../../lib/figures.ts';

/** How long ranges are together, for a text. */
export const secondsIn = (project: Project, ranges: readonly FrameRange[]): string =>
  formatFigure(
    secondsOf(
      project,
      ranges.reduce((sum, { from, to }) => sum + to - from, 0),
    ),
    1,
  );
