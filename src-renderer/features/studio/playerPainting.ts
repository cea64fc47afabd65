import type { Brush } from '../../lib/canvasPainter.ts';
import type { TakePlayer, TakeSpan } from '../../media/takePlayer.ts';
import type { Waveform } from './openPlayer.ts';

interface Shown {
  player: TakePlayer;
  shown: TakeSpan;
  /** The closest first. */
  waveforms: readonly Waveform[];
  markers: readonly { atSec: number }[];
}

/** One track: its waveform, the selection, markers and the playhead. */
export function paintLane(brush: Brush, lane: Shown & { colour: string; isHeard: boolean }): void {
  const { context, widthPx, heightPx, colour } = brush;
  const { player, shown, waveforms, isHeard } = lane;
  const { selection } = player.read();
  const secondsPx = (shown.toSec - shown.fromSec) / Math.max(1, widthPx);
  const xOf = (sec: number) => (sec - shown.fromSec) / secondsPx;
  if (selection) paintSelection(brush, xOf(selection.fromSec), xOf(selection.toSec));
  const middle = heightPx / 2;
  const playhead = xOf(player.positionSec());
  context.fillStyle = isHeard ? lane.colour : colour('t3');
  for (let x = 0; x < Math.floor(widthPx); x += 1) {
    const [low, high] = rangeAt(waveforms, {
      fromSec: shown.fromSec + x * secondsPx,
      toSec: shown.fromSec + (x + 1) * secondsPx,
    });
    context.globalAlpha = (x < playhead ? 1 : 0.65) * (isHeard ? 1 : 0.5);
    const top = middle - high * (middle - 2);
    context.fillRect(x, top, 1, Math.max(1, middle - low * (middle - 2) - top));
  }
  context.globalAlpha = 1;
  paintMarkers(
    brush,
    lane.markers.map(({ atSec }) => xOf(atSec)),
  );
  context.fillStyle = colour('t1');
  context.fillRect(Math.min(widthPx - 1, Math.round(playhead)), 0, 1.5, heightPx);
}

/** The whole recording, all tracks together, and which part of it is shown below. */
export function paintOverview(brush: Brush, { player, shown, waveforms, markers }: Shown): void {
  const { context, widthPx, heightPx, colour } = brush;
  const { durationSec } = player;
  const xOf = (sec: number) => (durationSec > 0 ? (sec / durationSec) * widthPx : 0);
  const { selection } = player.read();
  if (selection) paintSelection(brush, xOf(selection.fromSec), xOf(selection.toSec));
  const playhead = xOf(player.positionSec());
  const middle = heightPx / 2;
  for (let x = 0; x < Math.floor(widthPx); x += 1) {
    const span = { fromSec: (x / widthPx) * durationSec, toSec: ((x + 1) / widthPx) * durationSec };
    const highest = Math.max(
      ...waveforms.map((waveform) => {
        const [low, high] = rangeAt([waveform], span);
        return Math.max(high, -low);
      }),
      0,
    );
    context.fillStyle = colour(x < playhead ? 'accent' : 't3');
    const half = Math.max(0.5, highest * (middle - 2));
    context.fillRect(x, middle - half, 1, 2 * half);
  }
  paintMarkers(
    brush,
    markers.map(({ atSec }) => xOf(atSec)),
  );
  if (shown.toSec - shown.fromSec < durationSec) {
    context.strokeStyle = colour('accent');
    context.lineWidth = 1.5;
    const [from, to] = [xOf(shown.fromSec), xOf(shown.toSec)];
    context.strokeRect(from + 1, 1, Math.max(3, to - from - 2), heightPx - 2);
  }
  context.fillStyle = colour('t1');
  context.fillRect(Math.min(widthPx - 2, Math.max(0, playhead - 1)), 0, 2, heightPx);
}

function paintSelection({ context, heightPx, colour }: Brush, from: number, to: number): void {
  context.fillStyle = colour('accent');
  context.globalAlpha = 0.18;
  context.fillRect(from, 0, to - from, heightPx);
  context.globalAlpha = 1;
}

function paintMarkers({ context, heightPx, colour }: Brush, places: readonly number[]): void {
  context.fillStyle = colour('amb');
  for (const x of places) {
    context.fillRect(x, 0, 1, heightPx);
    context.fillRect(x, 0, 5, 4);
  }
}

/** The lowest and the highest sample between two moments; nothing where the track is not there. */
function rangeAt(waveforms: readonly Waveform[], { fromSec, toSec }: TakeSpan): [low: number, high: number] {
  const waveform = waveforms.find((one) => one.fromSec <= fromSec && one.toSec >= toSec) ?? waveforms.at(-1);
  if (!waveform) return [0, 0];
  const { peaks, ...span } = waveform;
  const count = peaks.highest.length;
  const partOf = (sec: number) => ((sec - span.fromSec) / (span.toSec - span.fromSec)) * count;
  const from = Math.max(0, Math.floor(partOf(fromSec)));
  const to = Math.min(count, Math.max(from + 1, Math.floor(partOf(toSec))));
  let [low, high] = [0, 0];
  for (let index = from; index < to; index += 1) {
    low = Math.min(low, peaks.lowest[index] ?? 0);
    high = Math.max(high, peaks.highest[index] ?? 0);
  }
  return [low, high];
}
