import type { ProjectSummary } from '../../../src-shared/contract/projects.ts';
import type { RenderJob } from '../../../src-shared/contract/renders.ts';
import type { RenderFormatOffer } from '../../../src-shared/domain/edit/render.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import type { EditHistory } from '../../../src-shared/domain/edit/editHistory.ts';
import type { copyOf } from '../../../src-shared/domain/edit/operations/clips.ts';
import type { Loadable } from '../../lib/loadable.ts';
import type { PointPlace } from './timeline/curves.ts';

export const TOOLS = ['select', 'ripple', 'roll', 'slip', 'slide', 'razor'] as const;
export type Tool = (typeof TOOLS)[number];
export const TABS = ['effects', 'color', 'audio', 'export'] as const;
export type EditorTab = (typeof TABS)[number];

/** The project that this page edits. */
export interface OpenedEdit {
  id: string;
  session: string;
  /** The project as it was edited last, with the way back. */
  history: EditHistory;
  /** What a drag or a slider would make of it: shown, and not kept until it is let go. */
  draft: Project | null;
  /** As the host has it on the disk, under this revision. */
  saved: Project;
  revision: number;
  save: 'idle' | 'saving' | 'failed';
  isTakenOver: boolean;
  problem: string | null;
  missingMedia: readonly string[];
}

/** What `pasteClips` is given. */
export type CopiedClips = ReturnType<typeof copyOf>;

export interface EditorSlice {
  projects: Loadable<readonly ProjectSummary[]>;
  opened: OpenedEdit | null;
  /** Why the last one could not be opened, and which it was. */
  openFailure: { id: string; error: RpcFailure } | null;
  selectedIds: readonly string[];
  copied: CopiedClips | null;
  tool: Tool;
  isSnapping: boolean;
  /** Keyframes of the selected clip below it. */
  hasLanes: boolean;
  /** The point of a curve that keys change. */
  point: PointPlace | null;
  isSpeedOpen: boolean;
  tab: EditorTab;
  renders: readonly RenderJob[];
  formats: Loadable<readonly RenderFormatOffer[]>;
}

export interface EditorRoot {
  editor: EditorSlice;
}
