import { useTranslation } from '../../lib/useTranslation.ts';
import { FAR_SIDE_NAME, type Transcript } from '../../../src-shared/domain/transcript/document.ts';

/** Names of speakers as they are read: "The others" of a meeting in the language that is spoken. */
export function useNames({ speakers }: Transcript, given: ReadonlyMap<string, string>) {
  const { t } = useTranslation('transcriptEditor');
  const known = new Map(speakers.map(({ trackId, name }) => [trackId, name]));
  return (trackId: string): string => {
    const name = given.get(trackId) ?? known.get(trackId) ?? t('speakers.unknown');
    return name === FAR_SIDE_NAME ? t('speakers.farSide') : name;
  };
}
