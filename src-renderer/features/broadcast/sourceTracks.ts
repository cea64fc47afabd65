import type { NewSource } from '../../../src-shared/contract/video.ts';
import { masterQuality, type MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import { bitsPerSecondOf } from '../../../src-shared/domain/screenCapture.ts';
import { i18n } from '../../i18n/index.ts';
import type { Dispatch } from '../../lib/store.ts';
import { encodingFor, recordSource, type SourceRequest } from '../../media/recorder/index.ts';
import type { Programme } from '../../media/programme/index.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { showNotice } from '../../ui/notice.ts';
import { selectRecording, type RecordingRoot } from '../recording/index.ts';
import { selectVideoSupport } from '../workspace/index.ts';
import type { BroadcastRoot, BroadcastSource } from './broadcastState.ts';
import { currentProgramme, isSendingHere } from './liveProgramme.ts';
import { PROGRAMME_SOURCE } from './programmeTake.ts';

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
    sourceId,
    kind,
    name,
    area: null,
    fps,
    staysOpen: true,
    maxHeight: MOST_HEIGHT,
    bitsPerSecond: bitsPerSecondOf('high', fps),
    frames: programme.tapSource(sourceId),
    ...encodingFor(support, 'avc1'),
  }));
}

const trackKind = (kind: BroadcastSource['kind']): NewSource['kind'] =>
  kind === 'camera' ? 'video' : 'screen';

/** The programme is recorded into the take that runs. */
export const isRecordedBeside = (root: RecordingRoot): boolean =>
  selectRecording(root).take?.sources.some(({ id }) => id === PROGRAMME_SOURCE.id) ?? false;

/** Sources that come while a take runs beside the broadcast are in it from then on. */
export function recordSources(sources: readonly BroadcastSource[]) {
  return async (_: Dispatch, getState: () => unknown, { client }: ThunkExtra): Promise<void> => {
    const root = getState() as BroadcastRoot & RecordingRoot;
    const { quality, recordsSources } = root.broadcast.draft;
    const programme = await currentProgramme();
    if (!programme || !recordsSources || !isSendingHere() || !isRecordedBeside(root)) return;
    for (const request of toRequests(sources, programme, selectVideoSupport(root), quality)) {
      await recordSource(client, request).catch((error: unknown) => {
        const title = i18n.getFixedT(null, 'broadcast')('sources.notRecorded', { name: request.name });
        showNotice({
          tone: 'error',
          title,
          message: error instanceof Error ? error.message : String(error),
        });
      });
    }
  };
}
