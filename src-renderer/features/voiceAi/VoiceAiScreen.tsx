import './texts.ts';
import { AudioLines, Languages, Mic, UserRound } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { KEY_PROVIDERS } from '../../../src-shared/contract/keys.ts';
import { modelNameOf } from '../../../src-shared/domain/models/index.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Page } from '../../ui/Page.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { readKeys, selectKeys } from '../settings/index.ts';
import { CloningTab } from './CloningTab.tsx';
import { SetupTab } from './SetupTab.tsx';
import { TranscriptionTab } from './TranscriptionTab.tsx';
import { useEngine } from './useEngine.ts';
import { followVoiceAi } from './voiceThunks.ts';

const FEATURES = [
  { id: 'transcription', Icon: Mic },
  { id: 'translation', Icon: Languages },
  { id: 'cloning', Icon: UserRound },
  { id: 'speech', Icon: AudioLines },
] as const;

/** Document 1, section 2: transcription, translation, voices and speech by one's own keys. */
export default function VoiceAiScreen() {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const [tab, setTab] = useState('transcription');
  useEffect(() => {
    void dispatch(readKeys());
    return dispatch(followVoiceAi());
  }, [dispatch]);
  const openSetup = () => setTab('setup');
  return (
    <Page title={t('title')} subtitle={t('subtitle')} width="wide">
      <ConnectionBanner onSetUp={openSetup} />
      <ul aria-label={t('features.label')} className="grid grid-cols-2 gap-3.5 lg:grid-cols-4">
        {FEATURES.map(({ id, Icon }) => (
          <li key={id}>
            <Card className="h-full">
              <Icon aria-hidden="true" className="mb-2 size-5 text-accent" />
              <h2 className="font-semibold text-t1">{t(`features.${id}.title`)}</h2>
              <p className="mt-1 text-t2">{t(`features.${id}.text`)}</p>
            </Card>
          </li>
        ))}
      </ul>
      <Tabs
        label={t('tabs.label')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'setup', label: t('tabs.setup'), content: <SetupTab /> },
          {
            value: 'transcription',
            label: t('tabs.transcription'),
            content: <TranscriptionTab onSetUp={openSetup} />,
          },
          {
            value: 'voicecloning',
            label: t('tabs.voicecloning'),
            content: <CloningTab onSetUp={openSetup} />,
          },
        ]}
      />
    </Page>
  );
}

/** What can be asked, and what does not work without the others. */
function ConnectionBanner({ onSetUp }: { onSetUp: () => void }) {
  const { t } = useTranslation('voiceAi');
  const keys = dataOf(useSelector(selectKeys));
  const { id: engine, online } = useEngine();
  if (keys === null) return null;
  const isThere = (id: (typeof KEY_PROVIDERS)[number]) =>
    keys.keys.some(({ provider, isConfigured }) => provider === id && isConfigured);
  const configured = KEY_PROVIDERS.filter(isThere);
  const missing = KEY_PROVIDERS.filter((id) => !isThere(id));
  const setUp = missing.length > 0 && (
    <Button size="sm" onClick={onSetUp}>
      {t('banner.setUp')}
    </Button>
  );
  const wordsOf = (id: (typeof missing)[number]) => (id === 'openai' && !online ? 'openaiLocal' : id);
  const hint = missing
    .map((id) => t('banner.missing', { name: t(`providers.${id}`), uses: t(`banner.uses.${wordsOf(id)}`) }))
    .join(' ');
  if (configured.length === 0) {
    const text = online ? t('banner.noneHint') : t('banner.localHint', { missing: hint });
    return (
      <MessageBox tone="info" hint={<BannerHint text={text} action={setUp} />}>
        {online ? t('banner.none') : t('banner.local', { name: modelNameOf(engine) })}
      </MessageBox>
    );
  }
  const names = configured.map((id) => t(`providers.${id}`)).join(', ');
  return (
    <MessageBox
      tone={missing.length > 0 ? 'info' : 'success'}
      {...(missing.length > 0 ? { hint: <BannerHint text={hint} action={setUp} /> } : {})}
    >
      {t('banner.some', { names })}
    </MessageBox>
  );
}

function BannerHint({ text, action }: { text: string; action: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-2.5">
      {text}
      {action}
    </span>
  );
}
