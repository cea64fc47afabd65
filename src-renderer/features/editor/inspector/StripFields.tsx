import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { DEFAULT_CHANNEL } from '../../../../src-shared/domain/captureSetUp.ts';
import type { DenoiseEngine } from '../../../../src-shared/domain/denoise.ts';
import type { Track, TrackStrip } from '../../../../src-shared/domain/edit/document.ts';
import { pluginsOn } from '../../../../src-shared/domain/edit/trackStrip.ts';
import { defaultEngine } from '../../../../src-shared/domain/planLimits.ts';
import { EFFECT_KEYS, effectPatch, type EffectKey } from '../../../../src-shared/domain/stripEffects.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { EffectSliders, useEffectTexts } from '../../engine/index.ts';
import { selectCleaningLimits } from '../../licence/index.ts';
import { selectVoiceCleaning } from '../../workspace/index.ts';
import { draft, edit } from '../edits.ts';
import { PluginFields } from './PluginFields.tsx';

const { isEnabled: _enabled, colour: _colour, ...CHANNEL } = DEFAULT_CHANNEL;
/** A track whose sound is not changed, with the values that a chain begins with. */
const PLAIN: TrackStrip = {
  ...CHANNEL,
  equalizer: structuredClone(CHANNEL.equalizer),
  denoise: { ...CHANNEL.denoise, engine: 'off' },
  plugins: [],
};
/** What the preview plays as an export does. */
const IN_PREVIEW: readonly DenoiseEngine[] = ['off', 'rnnoise', 'auto'];
const REDUCTION = { min: 0, max: 100, step: 1, defaultValue: CHANNEL.denoise.reduction } as const;

/** A track's own chain: noise cancellation, the effects of a strip and plug-ins, as exports are made with it. */
export function StripFields({ track: { id: trackId, name, strip } }: { track: Track }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [isOpen, setIsOpen] = useState(false);
  const { titleOf } = useEffectTexts();
  const values = strip ?? PLAIN;
  const change = (changes: Partial<TrackStrip>, isFinal = true) => {
    const args = { trackId, values: { strip: { ...values, ...changes } } };
    if (isFinal) dispatch(edit('setTrack', args));
    else dispatch(draft('setTrack', args));
  };
  const { denoise } = values;
  const limits = useSelector(selectCleaningLimits);
  const support = useSelector(selectVoiceCleaning);
  const engine = defaultEngine(limits, support?.supported ? support.engines : []);
  const reduce = (reduction: number, isFinal: boolean) =>
    change({ denoise: { ...denoise, reduction } }, isFinal);
  const onCount =
    (denoise.engine === 'off' ? 0 : 1) +
    EFFECT_KEYS.filter((effect) => values[effect].isOn).length +
    pluginsOn(values).length;
  return (
    <div className="grid gap-3">
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={isOpen}
        aria-label={t('audio.stripOf', { name, count: onCount })}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('audio.strip', { count: onCount })}
      </Button>
      {isOpen && (
        <>
          <p className="text-xs text-t3">
            {t('audio.stripHint')}
            {!IN_PREVIEW.includes(denoise.engine) && ` ${t('audio.stripStandard')}`}
          </p>
          <SwitchLine
            label={t('audio.denoise')}
            isOn={denoise.engine !== 'off'}
            onChange={(isOn) => change({ denoise: { ...denoise, engine: isOn ? engine : 'off' } })}
          />
          {denoise.engine !== 'off' && (
            <Slider
              label={t('audio.reduction')}
              value={denoise.reduction}
              {...REDUCTION}
              unit="%"
              onChange={(reduction) => reduce(reduction, false)}
              onCommit={(reduction) => reduce(reduction, true)}
            />
          )}
          {EFFECT_KEYS.map((effect) => (
            <EffectFields
              key={effect}
              effect={effect}
              title={titleOf(effect)}
              values={values}
              onChange={change}
            />
          ))}
          <PluginFields
            trackId={trackId}
            plugins={values.plugins}
            onChange={(plugins) => change({ plugins })}
          />
        </>
      )}
    </div>
  );
}

interface EffectFieldsProps<K extends EffectKey> {
  effect: K;
  title: string;
  values: TrackStrip;
  onChange: (changes: Partial<TrackStrip>, isFinal?: boolean) => void;
}

function EffectFields<K extends EffectKey>({ effect, title, values, onChange }: EffectFieldsProps<K>) {
  const own = values[effect];
  return (
    <>
      <SwitchLine
        label={title}
        isOn={own.isOn}
        onChange={(isOn) => onChange(effectPatch(effect, { ...own, isOn }))}
      />
      {own.isOn && (
        <EffectSliders
          effect={effect}
          values={own}
          disabled={false}
          onChange={(next, _field, isFinal) => onChange(effectPatch(effect, next), isFinal)}
        />
      )}
    </>
  );
}

function SwitchLine(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="flex items-center justify-between gap-2 text-xs text-t2">
      <span>{props.label}</span>
      <Switch {...props} />
    </div>
  );
}
