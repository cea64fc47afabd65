import { AudioLines, FileText, Rows3, ShieldCheck, UsersRound, type LucideIcon } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { selectCleansVoice, selectHeardBy, selectTranscripts } from '../workspace/index.ts';

type State = 'here' | 'byTrack';

const FEATURES = [
  { id: 'tracks', icon: Rows3, state: 'here' },
  { id: 'clean', icon: AudioLines, state: 'here' },
  { id: 'safe', icon: ShieldCheck, state: 'here' },
  { id: 'speakers', icon: UsersRound, state: 'byTrack' },
  { id: 'transcription', icon: FileText, state: 'here' },
] as const satisfies readonly { id: string; icon: LucideIcon; state: State }[];

const TONES = { here: 'good', byTrack: 'accent', notHere: 'neutral' } as const;

/** What is recorded, and what is made of it. */
export function FeatureCards() {
  const { t } = useTranslation('meeting');
  const heardBy = useSelector(selectHeardBy);
  const cleansVoice = useSelector(selectCleansVoice);
  const transcripts = useSelector(selectTranscripts);
  const lacking = {
    clean: !cleansVoice,
    transcription: transcripts?.supported === false,
  };
  const texts = {
    tracks: t(`features.tracksText.${heardBy}`),
    clean: t(cleansVoice ? 'features.cleanText' : 'features.noCleanText'),
    safe: t(`features.safeText.${heardBy}`),
    speakers: t('features.speakersText'),
    transcription: transcripts?.supported === false ? transcripts.reason : t('features.transcriptionText'),
  };
  return (
    <Card aria-labelledby="meeting-features">
      <CardHeader id="meeting-features" title={t('features.title')} />
      <ul className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-3">
        {FEATURES.map(({ id, icon: Icon, ...feature }) => {
          const state =
            Object.hasOwn(lacking, id) && lacking[id as keyof typeof lacking] ? 'notHere' : feature.state;
          return (
            <li
              key={id}
              className="flex items-start gap-3 rounded-lg border border-line2 bg-inset px-3.5 py-3"
            >
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-t2" />
              <div className="min-w-0">
                <h3 className="flex flex-wrap items-center gap-2 font-medium text-t1">
                  {t(`features.${id}`)}
                  <Badge tone={TONES[state]}>{t(`features.${state}`)}</Badge>
                </h3>
                <p className="mt-1 text-xs text-t2">{texts[id]}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
