import type { RenderCertificate } from '../../domain/edit/render.ts';
import { isAsRecorded } from '../../domain/edit/smartCut.ts';
import type { RenderPlan } from './renderPlan.ts';

/** An AAC block at 44.1 kHz, and what an encoder adds in front. */
const CODEC_BLOCK_SEC = 2112 / 44_100;

/** What is wrong with an export that was decoded; null: nothing. `found`: what was seen while it was. */
export function problemOfExport(
  { framesDecoded, framesExpected, colour, videoEndSec, audioEndSec, ranges }: RenderCertificate,
  plan: RenderPlan,
  found: string | null,
): string | null {
  if (found !== null) return found;
  if (framesDecoded !== framesExpected) return `it has ${framesDecoded} of ${framesExpected} frames`;
  // What is copied, or encoded as it was, has the tags that it was recorded with.
  const isOurs = !ranges.some(({ kind, reason }) => kind === 'copied' || isAsRecorded(reason));
  if (isOurs && colour && (colour.matrix !== 'bt709' || colour.range === 'pc'))
    return `its colours are tagged ${colour.matrix}, ${colour.range}`;
  const frameSec = plan.rate.den / plan.rate.num;
  const endsApart = videoEndSec !== null && audioEndSec !== null ? Math.abs(videoEndSec - audioEndSec) : 0;
  if (endsApart > frameSec + CODEC_BLOCK_SEC)
    return `its sound ends ${endsApart.toFixed(3)} s apart from its frames`;
  return null;
}
