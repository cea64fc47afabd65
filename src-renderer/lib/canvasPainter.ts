export interface Brush {
  context: CanvasRenderingContext2D;
  widthPx: number;
  heightPx: number;
  /** A colour of the tokens by name, e.g. `grn`, in the theme of now. */
  colour: (token: string) => string;
}

/** What a canvas shows. */
export interface Painting {
  /**
   * Brings the state up to date, without drawing. `isChanged` asks for a drawing now: a canvas
   * that stays the same costs nothing. `isMoving` asks to be called with the next frame too.
   */
  advance(nowMs: number): { isChanged: boolean; isMoving: boolean };
  draw(brush: Brush): void;
}

export interface CanvasPainter {
  /** Looks at the state with the next frame; any number of calls before it look once. */
  requestPaint: () => void;
  dispose(): void;
}

let paintIntervalMs = 0;

/** How often canvases are looked at, at most; more often than the screen is drawn has no effect. */
export function setPaintRate(hz: number): void {
  // Half a frame of slack: frames come a little early and late.
  paintIntervalMs = Math.max(0, 1000 / hz - 8);
}

/** Keeps a canvas sharp, in the theme's colours and up to date. The brush works in CSS pixels. */
export function createCanvasPainter(canvas: HTMLCanvasElement, painting: Painting): CanvasPainter {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2d context for a canvas.');
  let frame = 0;
  let paintedAtMs = -Infinity;
  /** The size or the theme changed: what was drawn does not fit any more. */
  let isStale = true;
  let colours = new Map<string, string>();

  const colour = (token: string) => {
    let value = colours.get(token);
    if (value === undefined) {
      value = getComputedStyle(canvas).getPropertyValue(`--${token}`).trim();
      colours.set(token, value);
    }
    return value;
  };
  const requestPaint = () => {
    if (frame === 0) frame = requestAnimationFrame(onFrame);
  };
  const onFrame = (nowMs: number) => {
    frame = 0;
    if (nowMs - paintedAtMs < paintIntervalMs && !isStale) return requestPaint();
    paintedAtMs = nowMs;
    const { isChanged, isMoving } = painting.advance(nowMs);
    if (isChanged || isStale) draw();
    if (isMoving) requestPaint();
  };
  const draw = () => {
    const { clientWidth: widthPx, clientHeight: heightPx } = canvas;
    if (widthPx === 0 || heightPx === 0) return;
    fitBackingStore(canvas, widthPx, heightPx);
    context.setTransform(canvas.width / widthPx, 0, 0, canvas.height / heightPx, 0, 0);
    context.clearRect(0, 0, widthPx, heightPx);
    painting.draw({ context, widthPx, heightPx, colour });
    isStale = false;
  };

  const repaint = () => {
    isStale = true;
    requestPaint();
  };
  const resizes = new ResizeObserver(repaint);
  resizes.observe(canvas);
  const themes = new MutationObserver(() => {
    colours = new Map();
    repaint();
  });
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  requestPaint();

  return {
    requestPaint,
    dispose() {
      cancelAnimationFrame(frame);
      resizes.disconnect();
      themes.disconnect();
    },
  };
}

function fitBackingStore(canvas: HTMLCanvasElement, widthPx: number, heightPx: number): void {
  const width = Math.round(widthPx * devicePixelRatio);
  const height = Math.round(heightPx * devicePixelRatio);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
