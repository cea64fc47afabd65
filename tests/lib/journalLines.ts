import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SegmentFigures } from '../../src-shared/domain/journalPeriod.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * A past for a host that has none yet: sessions and recordings of the last weeks, as its journal would have kept them.
 * Repeatable but for the day that it is.
 */
export function writePast(dataDir: string, nowMs = Date.now()): void {
  const lines: object[] = [];
  for (let daysAgo = 70; daysAgo >= 1; daysAgo -= 1) {
    if (daysAgo % 7 === 3 || daysAgo % 11 === 0) continue;
    const fromMs = nowMs - daysAgo * DAY_MS;
    const minutes = 12 + ((daysAgo * 37) % 140);
    const isHeadset = daysAgo % 3 === 0;
    const figures: SegmentFigures = {
      inputName: isHeadset ? 'Bluetooth Headset' : 'USB Microphone',
      outputName: isHeadset ? 'Bluetooth Headset' : 'Headphones',
      framesProcessed: minutes * 6000,
      framesMissed: isHeadset ? daysAgo % 5 : 0,
      meanReductionDb: 16 + ((daysAgo * 7) % 12),
      latencyP50Ms: isHeadset ? 148.5 + (daysAgo % 4) : 31.2 + (daysAgo % 3) / 2,
      latencyP99Ms: isHeadset ? 163 + (daysAgo % 6) : 33.4 + (daysAgo % 4) / 2,
    };
    lines.push({
      version: 1,
      sessionStartedAtMs: fromMs,
      fromMs,
      toMs: fromMs + minutes * MINUTE_MS,
      figures,
    });
    if (daysAgo % 6 === 0) {
      lines.push({
        version: 1,
        takeEndedAtMs: fromMs + MINUTE_MS,
        recordedSec: 60 * (5 + daysAgo),
        isContinued: false,
      });
    }
  }
  appendFileSync(join(dataDir, 'journal.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
