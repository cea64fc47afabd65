/** Images for affiliates, drawn here: the mark, what SoundDesk does, the trial, and a wave that gets clean. */

export const BANNER_FORMATS = [
  { id: 'rectangle', width: 300, height: 250 },
  { id: 'leaderboard', width: 728, height: 90 },
  { id: 'post', width: 1200, height: 630 },
  { id: 'square', width: 1080, height: 1080 },
] as const;
export type BannerFormat = (typeof BANNER_FORMATS)[number];
export const BANNER_LOOKS = ['dark', 'light'] as const;
export type BannerLook = (typeof BANNER_LOOKS)[number];

export interface BannerWords {
  headline: string;
  text: string;
  offer: string;
  small: string;
}

/** The tokens of ui/tokens.css: an image leaves the page, and its colours go with it. */
const COLORS = {
  dark: {
    from: '#0b0d11',
    to: '#171c2b',
    text: '#eceef2',
    quiet: '#a3acba',
    noise: '#6f7886',
    accent: '#8b9cff',
    onAccent: '#0b0d11',
  },
  light: {
    from: '#ffffff',
    to: '#e6e9fb',
    text: '#12151a',
    quiet: '#515a68',
    noise: '#a3abb8',
    accent: '#4f5fe0',
    onAccent: '#ffffff',
  },
} as const;
type Colors = (typeof COLORS)[BannerLook];

/** Fills a canvas of the format's size. `family`: the fonts of the page, so that an image looks like the product. */
export function drawBanner(
  context: CanvasRenderingContext2D,
  { width, height }: BannerFormat,
  look: BannerLook,
  words: BannerWords,
  family: string,
): void {
  const colors = COLORS[look];
  const paint: Paint = { context, colors, family };
  const gradient = context.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, colors.from);
  gradient.addColorStop(1, colors.to);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  if (height < 120) drawStrip(paint, words, width, height);
  else drawPoster(paint, words, width, height);
  // On a page of the same colour it must still end somewhere.
  context.strokeStyle = look === 'dark' ? '#ffffff1f' : '#0b0d1126';
  context.strokeRect(0.5, 0.5, width - 1, height - 1);
}

interface Paint {
  context: CanvasRenderingContext2D;
  colors: Colors;
  family: string;
}

/** Mark, headline, text, wave and offer below one another. */
function drawPoster(paint: Paint, words: BannerWords, width: number, height: number): void {
  const { colors } = paint;
  const unit = Math.min(width / 300, height / 250);
  const margin = 22 * unit;
  const inner = width - 2 * margin;
  drawMark(paint, margin, margin, 18 * unit);
  write(paint, 'SoundDesk', {
    x: margin + 27 * unit,
    y: margin + 14.5 * unit,
    px: 14 * unit,
    weight: 600,
    color: colors.text,
  });
  const headlinePx = fitting(paint, words.headline, 30 * unit, inner);
  const headlineY = margin + 38 * unit + headlinePx;
  write(paint, words.headline, { x: margin, y: headlineY, px: headlinePx, weight: 700, color: colors.text });
  const textPx = fitting(paint, words.text, 12.5 * unit, inner);
  const textY = headlineY + 14 * unit + textPx;
  write(paint, words.text, { x: margin, y: textY, px: textPx, weight: 400, color: colors.quiet });
  const buttonHeight = 34 * unit;
  const buttonY = height - margin - buttonHeight;
  const waveY = (textY + 10 * unit + buttonY) / 2;
  drawWave(paint, {
    x: margin,
    y: waveY,
    width: inner,
    half: Math.max(10 * unit, (buttonY - textY - 34 * unit) / 2),
    unit,
  });
  const buttonWidth = drawButton(paint, words.offer, margin, buttonY, buttonHeight);
  const smallPx = fitting(paint, words.small, 11 * unit, inner - buttonWidth - 12 * unit);
  write(paint, words.small, {
    ...{ x: margin + buttonWidth + 12 * unit, y: buttonY + buttonHeight / 2 + smallPx * 0.35 },
    ...{ px: smallPx, weight: 400, color: colors.quiet },
  });
}

/** The same beside one another. */
function drawStrip(paint: Paint, words: BannerWords, width: number, height: number): void {
  const { colors } = paint;
  const middle = height / 2;
  drawMark(paint, 20, middle - 12, 24);
  write(paint, words.headline, { x: 62, y: middle - 3, px: 21, weight: 700, color: colors.text });
  write(paint, words.text, { x: 62, y: middle + 19, px: 13, weight: 400, color: colors.quiet });
  const buttonWidth = measure(paint, words.offer, 600, 14) + 34;
  const buttonX = width - 20 - buttonWidth;
  drawButton(paint, words.offer, buttonX, middle - 18, 36);
  const textEnd = 62 + Math.max(measure(paint, words.text, 400, 13), measure(paint, words.headline, 700, 21));
  drawWave(paint, { x: textEnd + 24, y: middle, width: buttonX - textEnd - 48, half: 24, unit: 1 });
}

/** The four bars of the logo; `size` is their height. */
function drawMark({ context, colors }: Paint, x: number, y: number, size: number): void {
  const scale = size / 20;
  const bars = [
    [0, 6, 8, 1],
    [6, 0, 20, 1],
    [12, 4, 12, 1],
    [18, 7.5, 5, 0.6],
  ] as const;
  context.fillStyle = colors.accent;
  for (const [left, top, height, opacity] of bars) {
    context.globalAlpha = opacity;
    context.beginPath();
    context.roundRect(x + left * scale, y + top * scale, 3.4 * scale, height * scale, 1.7 * scale);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** Bars: at the left a hiss that covers the voice, at the right the voice alone. */
function drawWave(
  { context, colors }: Paint,
  { x, y, width, half, unit }: { x: number; y: number; width: number; half: number; unit: number },
): void {
  const step = 5 * unit;
  const count = Math.floor(width / step);
  for (let index = 0; index < count; index += 1) {
    const share = index / Math.max(1, count - 1);
    const clean = Math.min(1, Math.max(0, (share - 0.38) / 0.16));
    const voice = Math.abs(Math.sin(share * 15.7) * Math.sin(share * 41.3 + 0.6)) ** 0.9;
    const hiss = 0.5 + 0.34 * Math.abs(Math.sin(index * 12.9898) * Math.cos(index * 4.1414));
    const bar = Math.max(0.07, clean * voice + (1 - clean) * Math.max(hiss, 0.75 * voice));
    context.fillStyle = clean >= 0.5 ? colors.accent : colors.noise;
    context.beginPath();
    context.roundRect(x + index * step, y - bar * half, 3 * unit, 2 * bar * half, 1.5 * unit);
    context.fill();
  }
}

/** Returns its width. */
function drawButton(paint: Paint, text: string, x: number, y: number, height: number): number {
  const { context, colors } = paint;
  const px = height * 0.39;
  const width = measure(paint, text, 600, px) + height * 0.94;
  context.fillStyle = colors.accent;
  context.beginPath();
  context.roundRect(x, y, width, height, height * 0.24);
  context.fill();
  write(paint, text, {
    x: x + height * 0.47,
    y: y + height / 2 + px * 0.35,
    px,
    weight: 600,
    color: colors.onAccent,
  });
  return width;
}

interface Writing {
  x: number;
  y: number;
  px: number;
  weight: number;
  color: string;
}

function write({ context, family }: Paint, text: string, { x, y, px, weight, color }: Writing): void {
  context.font = `${weight} ${px}px ${family}`;
  context.fillStyle = color;
  context.fillText(text, x, y);
}

function measure({ context, family }: Paint, text: string, weight: number, px: number): number {
  context.font = `${weight} ${px}px ${family}`;
  return context.measureText(text).width;
}

/** As large as wanted, smaller where the words are longer than the room. */
function fitting(paint: Paint, text: string, px: number, room: number): number {
  return px * Math.min(1, room / measure(paint, text, 700, px));
}
