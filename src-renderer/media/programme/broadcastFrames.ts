/** What every player takes video without a tag for, and every platform asks for: limited range, BT.709. */
const COLORS: VideoColorSpaceInit = {
  primaries: 'bt709',
  transfer: 'bt709',
  matrix: 'rgb',
  fullRange: false,
};

/** How the canvases are drawn whose pixels are read for every frame. */
export const DRAWN_IN_MEMORY: CanvasRenderingContext2DSettings = { alpha: false, willReadFrequently: true };

/**
 * Frames of a canvas with the colors of a broadcast. Encoded as it is, a canvas becomes video of full range, which some
 * players show too dark: so its pixels are handed on as what an encoder makes limited range of. Their memory is used
 * again, since new memory for every frame takes ten times as long as the copy.
 */
export class BroadcastFrames {
  #pixels = new Uint8Array(0);
  #format: 'RGBX' | 'BGRX' = 'BGRX';

  /** One at a time; the frame is the caller's to close. `isSame`: nothing was drawn since the last one. */
  async take(canvas: OffscreenCanvas, timestamp: number, isSame: boolean): Promise<VideoFrame> {
    const { width, height } = canvas;
    const bytes = width * height * 4;
    if (!isSame || this.#pixels.byteLength !== bytes) await this.#read(canvas, bytes);
    const size = { codedWidth: width, codedHeight: height };
    return new VideoFrame(this.#pixels, { format: this.#format, timestamp, colorSpace: COLORS, ...size });
  }

  async #read(canvas: OffscreenCanvas, bytes: number): Promise<void> {
    const drawn = new VideoFrame(canvas, { timestamp: 0 });
    try {
      if (this.#pixels.byteLength !== bytes) this.#pixels = new Uint8Array(bytes);
      const isRed = drawn.format === 'RGBA' || drawn.format === 'RGBX';
      // What is not in memory, or has another form, is converted.
      const isAsItIs = isRed || drawn.format === 'BGRA' || drawn.format === 'BGRX';
      await drawn.copyTo(this.#pixels, isAsItIs ? {} : { format: 'BGRX' });
      this.#format = isRed ? 'RGBX' : 'BGRX';
    } finally {
      drawn.close();
    }
  }
}
