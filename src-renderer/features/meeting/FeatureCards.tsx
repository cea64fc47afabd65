import { AudioLines, FileText, Rows3, ShieldCheck, UsersRound, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { canOpenStrips } from '../../media/sound/openStrip.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { selectIsHeardByPage } from '../workspace/index.ts';

type State = 'here' | 'byTrack' | 'notYet' | 'notHere';

const FEATURES = [
  { id: 'tracks', icon: Rows3, state: 'here' },
  { id: 'clean', icon: AudioLines, state: 'here' },
  { id: 'safe', icon: ShieldCheck, state: 'here' },
  { id: 'speakers', icon: UsersRound, state: 'byTrack' },
  { id: 'transcription', icon: FileText, state: 'notYet' },
] as const satisfies readonly { id: string; icon: LucideIcon; state: State }[];

const TONES = { here: 'good', byTrack: 'accent', notYet: 'neutral', notHere: 'neutral' } as const;

/** What there is, and what is not there yet. */
export function FeatureCards() {
  const { t } = useTranslation('meeting');
  const isHeardHere = useSelector(selectIsHeardByPage);
  const features = isHeardHere ? FEATURES.map(onPage) : FEATURES.map(onHost);
  return (
    <Card aria-labelledby="meeting-features">
      <CardHeader id="meeting-features" title={t('features.title')} />
      <ul className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-3">
        {features.map(({ id, icon: Icon, state, text }) => (
          <li key={id} className="flex items-start gap-3 rounded-lg border border-line2 bg-inset px-3.5 py-3">
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-t2" />
            <div className="min-w-0">
              <h3 className="flex flex-wrap items-center gap-2 font-medium text-t1">
                {t(`features.${id}`)}
                <Badge tone={TONES[state]}>{t(`features.${state}`)}</Badge>
              </h3>
              <p className="mt-1 text-xs text-t2">{t(`features.${text}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Feature = (typeof FEATURES)[number];

const onHost = (feature: Feature) => ({ ...feature, text: `${feature.id}Text` }) as const;

/** What a page does by itself is not always the same. */
function onPage(feature: Feature) {
  switch (feature.id) {
    case 'tracks':
      return { ...feature, text: 'browserTracksText' } as const;
    case 'safe':
      return { ...feature, text: 'browserSafeText' } as const;
    case 'clean':
      return canOpenStrips()
        ? onHost(feature)
        : ({ ...feature, state: 'notHere', text: 'browserCleanText' } as const);
    case 'speakers':
    case 'transcription':
      return onHost(feature);
  }
}
