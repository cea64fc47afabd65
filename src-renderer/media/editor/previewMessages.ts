import type { DrawList } from '../../../src-shared/domain/edit/resolve.ts';
import type { ImageColour } from '../../../src-shared/video/image.ts';
import type { FrameDrawn } from './gpu/frameDrawer.ts';
import type { Lut } from '../../../src-shared/domain/edit/document.ts';

/** What a worker needs of a host: it has no connection of its own. */
export type MediaQuestion =
  | { what: 'size'; mediaId: string }
  | { what: 'bytes'; mediaId: string; fromByte: number; toByte: number }
  /** One decoded frame, as `projects.readFrame` gives it. */
  | { what: 'frame'; mediaId: string; timeUs: number };

/** A media file that may be drawn. */
export interface PreviewMedia {
  id: string;
  kind: 'video' | 'image';
  colour: ImageColour;
}

export type PreviewCommand =
  /** `triesCard`: the graphics card was not refused in this session. */
  | { kind: 'open'; wasm: ArrayBuffer; triesCard: boolean }
  | { kind: 'media'; media: readonly PreviewMedia[] }
  | { kind: 'luts'; luts: Readonly<Record<string, Lut>> }
  /** A PNG, under the key that the kernel looks for. */
  | { kind: 'text'; key: string; image: Uint8Array<ArrayBuffer> }
  /** `spare`: of a frame that is shown no longer, for this one. */
  | { kind: 'draw'; id: number; list: DrawList; spare: ArrayBuffer | null }
  /** The answer: of a size in 8 bytes, little-endian. */
  | { kind: 'bytes'; id: number; bytes: Uint8Array }
  | { kind: 'unread'; id: number; message: string };

/** A frame as the kernel drew it. */
export interface DrawnFrame {
  width: number;
  height: number;
  rgba: Uint8ClampedArray<ArrayBuffer>;
  /** Of its planes, as an export has it. */
  hash: string;
  drawn: FrameDrawn;
  /** Media that could not be drawn, and why. */
  problems: readonly { mediaId: string; message: string }[];
}

export type PreviewEvent =
  | { kind: 'opened' }
  | { kind: 'drawn'; id: number; frame: DrawnFrame }
  | { kind: 'notDrawn'; id: number; message: string }
  | { kind: 'read'; id: number; question: MediaQuestion }
  | { kind: 'failed'; message: string };
