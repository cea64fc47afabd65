import type { CompressorValues } from '../../../src-shared/domain/compressor.ts';
import { compressorOutputDb } from '../../../src-shared/domain/compressorCurve.ts';
import type { Brush, Painting } from '../../lib/canvasPainter.ts';

export interface CompressorView {
  values: Readonly<CompressorValues>;
  isOn: boolean;
}

/** What the chain does now; null while nothing is measured. */
export interface CompressorReading {
  inputDb: number;
  reductionDb: number;
}

const LOWEST_DB = -60;
const HIGHEST_DB = 6;
const GRID_STEP_DB = 12;
const POINT_RADIUS_PX = 5;
/** Of the point, each frame: it glides where the measurements jump 30 times a second. */
const GLIDE = 0.35;
const STILL_DB = 0.05;

/** The static curve, with threshold, knee and where the sound is on it. */
export function createCompressorPainting(
  readView: () => CompressorView,
  readLevels: () => CompressorReading | null,
): Painting {
  let shown: CompressorView | null = null;
  let point: CompressorReading | null = null;
  return {
    advance() {
      const view = readView();
      const target = view.isOn ? readLevels() : null;
      const next = glide(point, target);
      const isMoving = next !== null && target !== null && !isNear(next, target);
      const isChanged = view !== shown || next !== point;
      shown = view;
      point = next;
      return { isChanged, isMoving };
    },
    draw(brush) {
      const view = readView();
      drawGrid(brush);
      drawKnee(brush, view);
      drawCurve(brush, view);
      if (point) drawPoint(brush, view, point);
    },
  };
}

function glide(from: CompressorReading | null, to: CompressorReading | null): CompressorReading | null {
  if (from === null || to === null || isNear(from, to)) return to;
  return {
    inputDb: from.inputDb + (to.inputDb - from.inputDb) * GLIDE,
    reductionDb: from.reductionDb + (to.reductionDb - from.reductionDb) * GLIDE,
  };
}

function isNear(one: CompressorReading, other: CompressorReading): boolean {
  return (
    Math.abs(one.inputDb - other.inputDb) < STILL_DB &&
    Math.abs(one.reductionDb - other.reductionDb) < STILL_DB
  );
}

const part = (db: number) => (db - LOWEST_DB) / (HIGHEST_DB - LOWEST_DB);

function drawGrid({ context, widthPx, heightPx, colour }: Brush): void {
  context.fillStyle = colour('line');
  for (let db = LOWEST_DB + GRID_STEP_DB; db <= 0; db += GRID_STEP_DB) {
    context.fillRect(Math.round(part(db) * widthPx), 0, 1, heightPx);
    context.fillRect(0, Math.round((1 - part(db)) * heightPx), widthPx, 1);
  }
  context.strokeStyle = colour('line2');
  context.setLineDash([3, 4]);
  context.beginPath();
  context.moveTo(0, heightPx);
  context.lineTo(widthPx, 0);
  context.stroke();
  context.setLineDash([]);
}

/** The threshold as a line, the bend around it as a band. */
function drawKnee({ context, widthPx, heightPx, colour }: Brush, { values, isOn }: CompressorView): void {
  const { thresholdDb, kneeDb } = values;
  const from = part(thresholdDb - kneeDb / 2) * widthPx;
  context.fillStyle = colour('accbg');
  if (isOn) context.fillRect(from, 0, part(thresholdDb + kneeDb / 2) * widthPx - from, heightPx);
  context.fillStyle = colour(isOn ? 'accent' : 't3');
  context.globalAlpha = 0.6;
  context.fillRect(Math.round(part(thresholdDb) * widthPx), 0, 1, heightPx);
  context.globalAlpha = 1;
}

function drawCurve({ context, widthPx, heightPx, colour }: Brush, { values, isOn }: CompressorView): void {
  context.beginPath();
  for (let x = 0; x <= widthPx; x += 1) {
    const inputDb = LOWEST_DB + (x / widthPx) * (HIGHEST_DB - LOWEST_DB);
    context.lineTo(x, (1 - part(compressorOutputDb(inputDb, values))) * heightPx);
  }
  context.strokeStyle = colour(isOn ? 'accent' : 't3');
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.setLineDash(isOn ? [] : [4, 4]);
  context.stroke();
  context.setLineDash([]);
}

function drawPoint(
  { context, widthPx, heightPx, colour }: Brush,
  { values }: CompressorView,
  { inputDb, reductionDb }: CompressorReading,
): void {
  const x = part(Math.max(LOWEST_DB, inputDb)) * widthPx;
  const y = (1 - part(Math.max(LOWEST_DB, inputDb) - reductionDb + values.makeupGainDb)) * heightPx;
  context.beginPath();
  context.arc(x, Math.min(heightPx, Math.max(0, y)), POINT_RADIUS_PX, 0, 2 * Math.PI);
  context.fillStyle = colour('accent');
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = colour('inset');
  context.stroke();
}
