import './texts.ts';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Page } from '../../ui/Page.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { ThemeToggle } from '../../ui/ThemeToggle.tsx';
import { selectPerson } from '../auth/index.ts';
import { selectEngineState, useLevelText } from '../engine/index.ts';
import { selectIsConnected, selectLiveCleaning, selectSettings, updateSettings } from '../workspace/index.ts';
import { DesktopHint } from './DesktopHint.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import { HeroCard } from './HeroCard.tsx';
import { MonitorCards } from './MonitorCards.tsx';
import { NewHereCard } from './NewHereCard.tsx';
import { partOfDay, type PartOfDay } from './partOfDay.ts';
import { PresetsCard } from './PresetsCard.tsx';
import { QuickActions } from './QuickActions.tsx';
import { StatusStrip } from './StatusStrip.tsx';
import { TodayCard } from './TodayCard.tsx';

/** Home: start and stop, and how it goes. */
export default function DashboardScreen() {
  const { t } = useTranslation('dashboard');
  const person = useSelector(selectPerson);
  const part = usePartOfDay();
  // Where nothing is cleaned live, the reason is above and no device is chosen.
  const liveCleaning = useSelector(selectLiveCleaning);
  useDocumentTitle(t('title'));
  return (
    <Page
      title={t(`greeting.${part}`, { name: person?.shortName ?? '' })}
      actions={
        <div className="flex items-center gap-2">
          <EnginePill />
          <ThemeChoice />
        </div>
      }
    >
      <NewHereCard />
      <HeroCard />
      <MonitorCards />
      <div className="grid gap-3.5 lg:grid-cols-[minmax(0,2fr)_minmax(19rem,1fr)]">
        <TodayCard />
        <PresetsCard />
      </div>
      {liveCleaning?.supported !== false && <DevicesCard />}
      <QuickActions />
      <DesktopHint />
      <StatusStrip />
    </Page>
  );
}

/** The state of the engine at a glance, where it is on every screen. */
function EnginePill() {
  const { t } = useTranslation('dashboard');
  const engine = useSelector(selectEngineState);
  const isConnected = useSelector(selectIsConnected);
  const capability = useSelector(selectLiveCleaning);
  const latency = useLevelText((now) => (now ? formatFigure(now.latencyP50Ms, 1) : null));
  if (!isConnected) return <Pill tone="warning">{t('pill.offline')}</Pill>;
  if (!engine || capability?.supported === false) return null;
  if (engine.process === 'running' && latency !== null)
    return <Pill tone="good">{t('pill.engine', { latency })}</Pill>;
  const tone = {
    idle: 'neutral',
    starting: 'warning',
    running: 'good',
    restarting: 'warning',
    failed: 'bad',
  } as const;
  return (
    <Pill tone={tone[engine.process]}>
      {t('pill.engineState', { state: t(`status.engineStates.${engine.process}`) })}
    </Pill>
  );
}

function ThemeChoice() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { theme } = useSelector(selectSettings);
  return (
    <ThemeToggle
      value={theme}
      onChange={(next) => void dispatch(updateSettings({ theme: next }))}
      labels={{
        label: t('theme.label'),
        dark: t('theme.dark'),
        light: t('theme.light'),
        system: t('theme.system'),
      }}
    />
  );
}

function usePartOfDay(): PartOfDay {
  const [part, setPart] = useState(() => partOfDay(new Date().getHours()));
  useEffect(() => {
    const timer = setInterval(() => setPart(partOfDay(new Date().getHours())), 60_000);
    return () => clearInterval(timer);
  }, []);
  return part;
}
