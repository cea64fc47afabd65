import { Building2, Coffee, Gamepad2, House, Plus, type LucideIcon } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import type { Preset } from '../../../src-shared/domain/presets.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { choosePreset, selectActivePresetId, selectPresetList } from '../engine/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { CardLink } from './CardLink.tsx';

const ICONS: Record<Preset['environment'], LucideIcon> = {
  Home: House,
  Office: Building2,
  Public: Coffee,
  Entertainment: Gamepad2,
};

/** The first of the list, as the user ordered it: all of them are on the Audio Enhancement screen. */
const QUICK_PRESETS = 6;

/** A click makes a preset active, in the running session too. */
export function PresetsCard() {
  const { t } = useTranslation('dashboard');
  const presets = useSelector(selectPresetList);
  return (
    <Card aria-labelledby="presets-title">
      <CardHeader
        id="presets-title"
        title={t('presets.title')}
        actions={<CardLink to={ROUTES.audioEnhancement} label={t('presets.custom')} icon={Plus} />}
      />
      <ul className="-mx-2 grid gap-0.5">
        {presets.slice(0, QUICK_PRESETS).map((preset) => (
          <li key={preset.id}>
            <PresetButton preset={preset} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-right text-2xs text-t3">{t('presets.legend')}</p>
    </Card>
  );
}

function PresetButton({ preset }: { preset: Preset }) {
  const { t } = useTranslation('dashboard');
  const dispatch = useAppDispatch();
  const isActive = useSelector(selectActivePresetId) === preset.id;
  const isConnected = useSelector(selectIsConnected);
  const Icon = ICONS[preset.environment];
  return (
    <button
      type="button"
      aria-pressed={isActive}
      disabled={!isConnected}
      onClick={() => !isActive && void dispatch(choosePreset(preset.id))}
      className={classNames(
        'flex h-9 w-full items-center gap-3 rounded-lg px-2.5 text-left transition-colors disabled:opacity-60 [&>svg]:size-4',
        isActive
          ? 'bg-accbg font-medium text-t1 [&>svg]:text-accent'
          : 'text-t2 hover:bg-raise hover:text-t1',
      )}
    >
      <Icon aria-hidden="true" />
      <span className="grow truncate">{preset.name}</span>
      <span className="sr-only">
        {t('presets.values', { sensitivity: preset.sensitivity, reduction: preset.noiseReduction })}
      </span>
      <span
        aria-hidden="true"
        className={classNames('text-xs tabular-nums', isActive ? 'text-t2' : 'text-t3')}
      >
        {preset.sensitivity} / {preset.noiseReduction}
      </span>
    </button>
  );
}
