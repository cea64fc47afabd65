import type { NewSource } from '../../../src-shared/contract/video.ts';
import { masterQuality, type MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import { bitsPerSecondOf } from '../../../src-shared/domain/screenCapture.ts';
import { encodingFor, type SourceRequest } from '../../media/recorder/index.ts';
import type { Programme } from '../../media/programme/index.ts';
import type { BroadcastSource } from './broadcastState.ts';

/** A source is recorded as it comes, and not as the programme is made. */
const MOST_HEIGHT = 2160;

/** What a take is to have of the sources of a broadcast, each on a track of its own. */
export const toNewSources = (sources: readonly BroadcastSource[]): NewSource[] =>
  sources.map(({ id, kind, label }) => ({ id, kind: trackKind(kind), name: label.slice(0, 200) }));

/** How they are recorded: by the frames that the programme reads anyway. */
export function toRequests(
  sources: readonly BroadcastSource[],
  programme: Pick<Programme, 'tapSource'>,
  support: Parameters<typeof encodingFor>[0],
  quality: MasterQualityId,
): SourceRequest[] {
  const { fps } = masterQuality(quality);
  return toNewSources(sources).map(({ id: sourceId, kind, name }) => ({
    ...{ sourceId, kind, name, area: null, fps, staysOpen: true, maxHeight: MOST_HEIGHT },
    bitsPerSecond: bitsPerSecondOf('high', fps),
    frames: programme.tapSource(sourceId),
    ...encodingFor(support, 'avc1'),
  }));
}

const trackKind = (kind: BroadcastSource['kind']): NewSource['kind'] =>
  kind === 'camera' ? 'video' : 'screen';
