import { createContext, useContext } from 'react';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import type { PreparedStrips } from '../../media/editor/strips/preparedStrips.ts';
import type { Transport } from '../../media/editor/transport.ts';
import type { PreviewStore } from './preview/previewStore.ts';
import type { MediaLevels } from './talk/levels.ts';
import type { ClipImages } from './timeline/clipImages.ts';
import type { TimelineView } from './timeline/timelineView.ts';

/** What moves with every frame, of the project that is open: outside React and Redux. */
export interface Workbench {
  transport: Transport;
  previewStore: PreviewStore;
  view: TimelineView;
  clipImages: ClipImages;
  /** What fills the screen with `fullScreen`. */
  stageRef: { current: HTMLDivElement | null };
  /** Tracks with plug-ins, which a host prepares. */
  prepared: Pick<PreparedStrips, 'subscribe' | 'stateOf' | 'retry'>;
  levels: MediaLevels;
  /** Plays a part of a project, which may be another than the one that is open; ends with it or by `stopListening`. */
  listenTo: (project: Project, fromFrame: number, frames: number) => Promise<void>;
  stopListening: () => void;
}

export const WorkbenchContext = createContext<Workbench | null>(null);

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (!workbench) throw new Error('No project is open here.');
  return workbench;
}
