import './texts.ts';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { EFFECT_KEYS, isRepair, type EffectKey } from '../../../src-shared/domain/stripEffects.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import {
  selectFileCleaning,
  selectIsConnected,
  selectLiveCleaning,
  selectSettingsStatus,
} from '../workspace/index.ts';
import { Banner } from './Banner.tsx';
import { CleanFileCard, DropVeil, useFileDrop } from './CleanFileCard.tsx';
import { CompressorCard } from './CompressorCard.tsx';
import { EffectCard } from './EffectCard.tsx';
import { EqualizerCard } from './EqualizerCard.tsx';
import { MetersCard } from './MetersCard.tsx';
import { NoiseCard } from './NoiseCard.tsx';
import { PresetsCard } from './PresetsCard.tsx';
import { RepairCard } from './RepairCard.tsx';
import { RoutingCard } from './RoutingCard.tsx';
import { SummaryTiles } from './SummaryTiles.tsx';
import { TestCard } from './TestCard.tsx';
import { UndoButtons } from './UndoButtons.tsx';

/** The live chain in all its parts, and the same for files. */
export default function EnhancementScreen() {
  const { t } = useTranslation(['enhancement', 'shell']);
  const capability = useSelector(selectLiveCleaning);
  const isConnected = useSelector(selectIsConnected);
  const isKnown = useSelector(selectSettingsStatus) === 'ready';
  const drop = useFileDrop(useSelector(selectFileCleaning)?.supported === true && isConnected);
  useDocumentTitle(t('enhancement:title'));
  return (
    <div {...drop.handlers}>
      <Page title={t('enhancement:title')} actions={capability?.supported && <UndoButtons />}>
        {capability === null || (!isKnown && capability.supported) ? (
          isConnected ? (
            <Loading />
          ) : (
            <Card>
              <OfflineState title={t('shell:connection.lost')} message={t('shell:connection.lostMessage')} />
            </Card>
          )
        ) : capability.supported ? (
          <Chain />
        ) : (
          <Card>
            <UnsupportedState title={t('enhancement:unsupported')} message={capability.reason} />
          </Card>
        )}
        {capability !== null && <CleanFileCard />}
      </Page>
      <DropVeil isOver={drop.isOver} />
    </div>
  );
}

/** Effects with more to show than their values; the gate is a part of the noise settings. */
const WITH_OWN_CARD = new Set<EffectKey>(['gate', 'equalizer', 'compressor']);

/** What is chosen at the left, what it does in the middle, the evidence at the right. */
function Chain() {
  return (
    <>
      <Banner />
      <SummaryTiles />
      <div className="grid gap-3.5 md:grid-cols-[minmax(15rem,17rem)_minmax(0,1fr)] xl:grid-cols-[minmax(15rem,17rem)_minmax(0,1fr)_9.5rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3.5">
          <PresetsCard />
          <NoiseCard />
        </div>
        <div className="grid min-w-0 content-start gap-3.5 max-md:order-3">
          <EqualizerCard />
          <CompressorCard />
          <RepairCard />
          {EFFECT_KEYS.filter((effect) => !WITH_OWN_CARD.has(effect) && !isRepair(effect)).map((effect) => (
            <EffectCard key={effect} effect={effect} />
          ))}
          <TestCard />
          <RoutingCard />
        </div>
        <div className="max-md:order-2 md:max-xl:order-first md:max-xl:col-span-2 xl:sticky xl:top-6 xl:self-start">
          <MetersCard />
        </div>
      </div>
    </>
  );
}

function Loading() {
  const { t } = useTranslation('enhancement');
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-3.5">
      <Skeleton className="h-16" />
      <div className="grid gap-3.5 md:grid-cols-[17rem_minmax(0,1fr)]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
