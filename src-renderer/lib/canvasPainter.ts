export interface Brush {
  context: CanvasRenderingContext2D;
  widthPx: number;
  heightPx: number;
  nowMs: number;
  /** A colour of the tokens by name, e.g. `grn`, in the theme of now. */
  colour: (token: string) => string;
}

export interface CanvasPainter {
  /** Draws with the next frame; any number of calls before it draw once. */
  requestPaint: () => void;
  dispose(): void;
}

/**
 * Keeps a canvas sharp and in the theme's colours. `paint` gets CSS pixels and answers whether it
 * wants to be called again with the next frame, e.g. while a peak falls.
 */
export function createCanvasPainter(
  canvas: HTMLCanvasElement,
  paint: (brush: Brush) => boolean,
): CanvasPainter {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2d context for a canvas.');
  let frame = 0;
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
    const { clientWidth: widthPx, clientHeight: heightPx } = canvas;
    if (widthPx === 0 || heightPx === 0) return;
    fitBackingStore(canvas, widthPx, heightPx);
    context.setTransform(canvas.width / widthPx, 0, 0, canvas.height / heightPx, 0, 0);
    context.clearRect(0, 0, widthPx, heightPx);
    if (paint({ context, widthPx, heightPx, nowMs, colour })) requestPaint();
  };

  const resizes = new ResizeObserver(requestPaint);
  resizes.observe(canvas);
  const themes = new MutationObserver(() => {
    colours = new Map();
    requestPaint();
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
