import { EQUALIZER_BANDS } from '../../../src-shared/domain/equalizer.ts';
import { equalizerResponseDb } from '../../../src-shared/domain/equalizerCurve.ts';
import { spectrumBandEdgesHz } from '../../../src-shared/domain/spectrum.ts';
import type { Brush, Painting } from '../../lib/canvasPainter.ts';
import { frequencyOfX, xOfFrequency, yOfGain, yOfLevel } from './graphScale.ts';
import type { SpectrumFeed, SpectrumSide } from './spectrumFeed.ts';

/** What the curve is drawn from: read with each frame, so that a drag needs no new painting. */
export interface EqualizerView {
  gainsDb: readonly number[];
  isOn: boolean;
  sampleRate: number;
}

const GRID_DB = [-12, -6, 0, 6, 12];
const CURVE_PITCH_PX = 2;
const LABEL_FONT = '10px "Inter Variable", sans-serif';
/** The label would run into its neighbours. */
const UNLABELLED_HZ = new Set([14000]);
/** Below this width there is no room for these either. */
const WIDE_PX = 640;
const WIDE_ONLY_HZ = new Set([310, 12000]);

/** Grid, spectrum and curve. */
export function createEqualizerPainting(spectrum: SpectrumFeed, readView: () => EqualizerView): Painting {
  let shown: EqualizerView | null = null;
  let wasMoving = false;
  const middlesX = bandMiddles();
  return {
    advance(nowMs) {
      const isMoving = spectrum.advance(nowMs);
      const view = readView();
      const isChanged = isMoving || wasMoving || view !== shown;
      shown = view;
      wasMoving = isMoving;
      return { isChanged, isMoving };
    },
    draw(brush) {
      const view = readView();
      drawGrid(brush);
      drawSpectrum(brush, spectrum, 'raw', middlesX);
      drawSpectrum(brush, spectrum, 'clean', middlesX);
      drawLabels(brush);
      drawCurve(brush, view);
    },
  };
}

function bandMiddles(): number[] {
  const edges = spectrumBandEdgesHz();
  return edges.slice(0, -1).map((low, band) => xOfFrequency(Math.sqrt(low * (edges[band + 1] ?? low))));
}

function drawGrid({ context, widthPx, heightPx, colour }: Brush): void {
  for (const gainDb of GRID_DB) {
    context.fillStyle = colour(gainDb === 0 ? 'line2' : 'line');
    context.fillRect(0, Math.round(yOfGain(gainDb) * heightPx), widthPx, 1);
  }
  context.fillStyle = colour('line');
  for (const { frequencyHz } of EQUALIZER_BANDS) {
    context.fillRect(Math.round(xOfFrequency(frequencyHz) * widthPx), 0, 1, heightPx);
  }
}

function drawLabels({ context, widthPx, heightPx, colour }: Brush): void {
  context.fillStyle = colour('t3');
  context.font = LABEL_FONT;
  context.textAlign = 'right';
  for (const gainDb of GRID_DB.filter((db) => db !== 0)) {
    const text = `${gainDb > 0 ? '+' : '\u2212'}${Math.abs(gainDb)}`;
    context.fillText(text, widthPx - 4, yOfGain(gainDb) * heightPx - 4);
  }
  context.textAlign = 'left';
  for (const { frequencyHz, label } of EQUALIZER_BANDS) {
    const isCrowded = widthPx < WIDE_PX && WIDE_ONLY_HZ.has(frequencyHz);
    if (UNLABELLED_HZ.has(frequencyHz) || isCrowded) continue;
    const x = xOfFrequency(frequencyHz) * widthPx + 4;
    context.fillText(label, Math.min(x, widthPx - context.measureText(label).width - 2), heightPx - 5);
  }
}

const SPECTRUM_COLOURS: Record<SpectrumSide, { token: string; alpha: number }> = {
  raw: { token: 't3', alpha: 0.28 },
  clean: { token: 'accent', alpha: 0.4 },
};

function drawSpectrum(
  { context, widthPx, heightPx, colour }: Brush,
  spectrum: SpectrumFeed,
  side: SpectrumSide,
  middlesX: readonly number[],
): void {
  const levels = spectrum.read(side);
  const { token, alpha } = SPECTRUM_COLOURS[side];
  context.beginPath();
  context.moveTo(0, heightPx);
  middlesX.forEach((x, band) => {
    const y = yOfLevel(levels[band] ?? -120) * heightPx;
    if (band === 0) context.lineTo(0, y);
    context.lineTo(x * widthPx, y);
  });
  context.lineTo(widthPx, yOfLevel(levels.at(-1) ?? -120) * heightPx);
  context.lineTo(widthPx, heightPx);
  context.closePath();
  context.fillStyle = colour(token);
  context.globalAlpha = alpha;
  context.fill();
  context.globalAlpha = 1;
}

function drawCurve(brush: Brush, { gainsDb, isOn, sampleRate }: EqualizerView): void {
  const { context, widthPx, heightPx, colour } = brush;
  const columns = Math.ceil(widthPx / CURVE_PITCH_PX) + 1;
  const tonesHz = Array.from({ length: columns }, (_, column) =>
    Math.min(sampleRate / 2.01, frequencyOfX((column * CURVE_PITCH_PX) / widthPx)),
  );
  const response = equalizerResponseDb(gainsDb, tonesHz, sampleRate);
  const path = new Path2D();
  response.forEach((gainDb, column) => path.lineTo(column * CURVE_PITCH_PX, yOfGain(gainDb) * heightPx));
  const area = new Path2D(path);
  area.lineTo(widthPx, yOfGain(0) * heightPx);
  area.lineTo(0, yOfGain(0) * heightPx);
  context.fillStyle = colour('accbg');
  if (isOn) context.fill(area);
  context.strokeStyle = colour(isOn ? 'accent' : 't3');
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.setLineDash(isOn ? [] : [4, 4]);
  context.stroke(path);
  context.setLineDash([]);
}
