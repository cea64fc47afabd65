import type { RpcFailure } from '../../../../../src-shared/contract/errors.ts';
import type { Project } from '../../../../../src-shared/domain/edit/document.ts';
import type { RenderCertificate, RenderOptions } from '../../../../../src-shared/domain/edit/render.ts';
import type { RenderStep } from '../../../../../src-shared/handlers/editor/renderProgress.ts';
import type { StripModels } from '../../../../media/editor/strips/stripLine.ts';
import type { MediaPlace } from '../media/places.ts';

/** All that an export needs: its worker reads and writes the browser's storage itself. */
export interface ExportRequest {
  project: Project;
  options: RenderOptions;
  /** By the ids of the media. */
  places: ReadonlyMap<string, MediaPlace>;
  /** Images of texts, by the hash of what they are drawn from. */
  texts: ReadonlyMap<string, File>;
  kernel: ArrayBuffer;
  /** Of the chains of tracks. */
  models: StripModels;
  /** Of this export alone. */
  folder: FileSystemDirectoryHandle;
  /** In that folder; null: only how loud it is. */
  fileName: string | null;
}

export interface Loudness {
  integratedLufs: number | null;
  truePeakDb: number | null;
}

export type ExportEvent =
  | { kind: 'progress'; step: RenderStep; done: number; framesDone: number }
  | { kind: 'done'; certificate: RenderCertificate }
  | { kind: 'measured'; loudness: Loudness }
  | { kind: 'failed'; failure: RpcFailure };
