import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { achievedLatencyModeMs } from '../../../src-shared/domain/audio.ts';
import { EFFECT_KEYS, repairOf, type EffectKey } from '../../../src-shared/domain/stripEffects.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Card } from '../../ui/Card.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { selectActivePresetId, useEffectTexts, useLevelText, useUnmeasuredReason } from '../engine/index.ts';
import { selectSnapshot } from './enhancementThunks.ts';
import { isPresetChanged } from './presetChange.ts';
import { selectPresetList } from '../engine/index.ts';
import { useChain } from './useChain.ts';

/** The chain in four figures. */
export function SummaryTiles() {
  const { t } = useTranslation('enhancement');
  return (
    <section aria-label={t('summary.label')} className="grid grid-cols-2 gap-3.5 xl:grid-cols-4">
      <PresetTile />
      <ReductionTile />
      <LatencyTile />
      <StagesTile />
    </section>
  );
}

function Tile({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <Card className="!py-3.5">
      <h2 className="text-xs text-t2">{label}</h2>
      <p className="mt-1 truncate text-base font-semibold text-t1 tabular-nums">{children}</p>
      <p className="mt-0.5 text-xs text-t3 tabular-nums">{note}</p>
    </Card>
  );
}

function PresetTile() {
  const { t } = useTranslation('enhancement');
  const presets = useSelector(selectPresetList);
  const snapshot = useSelector(selectSnapshot);
  const activeId = useSelector(selectActivePresetId);
  const preset = presets.find(({ id }) => id === activeId);
  const { sensitivity, reduction } = snapshot.chain.denoise;
  const values = t('summary.values', { sensitivity, reduction });
  const isChanged = preset !== undefined && isPresetChanged(preset, snapshot.chain);
  return (
    <Tile label={t('summary.preset')} note={isChanged ? t('summary.changed', { values }) : values}>
      {preset?.name ?? t('summary.none')}
    </Tile>
  );
}

function ReductionTile() {
  const { t } = useTranslation('enhancement');
  const unmeasured = useUnmeasuredReason();
  const reduction = useLevelText((now) =>
    now && now.reductionDb !== null ? formatFigure(now.reductionDb, 1) : null,
  );
  const noise = useLevelText((now) =>
    now && now.noiseLevelDb !== null ? formatFigure(now.noiseLevelDb, 1) : null,
  );
  const isKnown = unmeasured === null && reduction !== null;
  return (
    <Tile
      label={t('summary.reduction')}
      note={isKnown && noise !== null ? t('summary.noiseLevel', { noise }) : t('summary.reductionNote')}
    >
      {isKnown ? `${reduction} dB` : <Unknown reason={unmeasured ?? t('whyNoPause')} />}
    </Tile>
  );
}

function LatencyTile() {
  const { t } = useTranslation('enhancement');
  const unmeasured = useUnmeasuredReason();
  const latency = useLevelText((now) => (now ? formatFigure(now.latencyP50Ms, 1) : null));
  const note = useLevelText((now) => {
    if (!now) return null;
    const p99 = formatFigure(now.latencyP99Ms, 1);
    const mode = achievedLatencyModeMs(now.latencyP99Ms);
    return mode === null ? t('summary.latencyAbove', { p99 }) : t('summary.latencyNote', { p99, mode });
  });
  const isKnown = unmeasured === null && latency !== null;
  return (
    <Tile label={t('summary.latency')} note={(isKnown && note) || t('summary.idle')}>
      {isKnown ? `${latency} ms` : <Unknown reason={unmeasured ?? t('whyNotYet')} />}
    </Tile>
  );
}

function StagesTile() {
  const { t } = useTranslation('enhancement');
  const { shortTitleOf } = useEffectTexts();
  const { chain } = useChain();
  const isFirst = (effect: EffectKey) => repairOf(effect) === 'beforeDenoise';
  const titleOf = (effect: EffectKey) => chain[effect].isOn && shortTitleOf(effect);
  // In the order in which the sound goes through them.
  const stages = [
    chain.echoCancellation && t('summary.echo'),
    ...EFFECT_KEYS.filter(isFirst).map(titleOf),
    chain.automaticGain && t('summary.automaticGain'),
    chain.denoise.engine !== 'off' && 'RNNoise',
    ...EFFECT_KEYS.filter((effect) => !isFirst(effect)).map(titleOf),
  ].filter((stage) => stage !== false);
  return (
    <Tile label={t('summary.stages')} note={stages.join(' → ') || t('summary.bypass')}>
      {t('summary.stageCount', { count: stages.length })}
    </Tile>
  );
}
