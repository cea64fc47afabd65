import { useEffect, useState } from 'react';
import { secondsOf, type Project } from '../../../../src-shared/domain/edit/document.ts';
import { edit } from '../../../../src-shared/domain/edit/operations/index.ts';
import type { FrameRange } from '../../../../src-shared/domain/edit/timeline.ts';
import { makeId } from '../makeId.ts';
import { useWorkbench } from '../workbench.ts';

/** So much is heard on both sides of a cut. */
const AROUND_SEC = 1.5;

/** Lets a cut be heard before it is made: the sound of the project as it would be then. */
export function useListening() {
  const { listenTo, stopListening, transport } = useWorkbench();
  const [heard, setHeard] = useState<number | null>(null);
  useEffect(() => stopListening, [stopListening]);
  return {
    /** The first frame of the range that is being heard. */
    heard,
    listen: async (project: Project, range: FrameRange): Promise<void> => {
      transport.pause();
      setHeard(range.from);
      const { project: cut } = edit(project, 'rippleDelete', { ranges: [range] }, makeId);
      const around = Math.round(AROUND_SEC / secondsOf(project, 1));
      const fromFrame = Math.max(0, range.from - around);
      await listenTo(cut, fromFrame, range.from + around - fromFrame);
      setHeard((now) => (now === range.from ? null : now));
    },
    stop: () => {
      stopListening();
      setHeard(null);
    },
  };
}
