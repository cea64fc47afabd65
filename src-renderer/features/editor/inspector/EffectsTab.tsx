import { ArrowUp, Plus, X } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Clip } from '../../../../src-shared/domain/edit/document.ts';
import {
  CLIP_EFFECT_KINDS,
  clipEffectFields,
  type Effect,
} from '../../../../src-shared/domain/edit/effects.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { draft, edit } from '../edits.ts';
import { selectSelected } from '../editorSlice.ts';
import { GreenScreenFields } from './GreenScreenFields.tsx';
import { KeyedSlider } from './KeyedSlider.tsx';
import { PlacementFields } from './PlacementFields.tsx';
import { TextFields } from './TextFields.tsx';

/** The effects of the selected clip, in their order; without a clip none can be added. */
export function EffectsTab() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const chosen = useSelector(selectSelected).filter(({ track }) => track.kind === 'video');
  const [first] = chosen;
  const clipIds = chosen.map(({ clip }) => clip.id);
  return (
    <div className="grid gap-4">
      <DropdownMenu
        trigger={
          <Button disabled={!first}>
            <Plus aria-hidden="true" className="size-4" />
            {t('effects.add')}
          </Button>
        }
        groups={[
          CLIP_EFFECT_KINDS.map((kind) => ({
            id: kind,
            label: t(`effects.names.${kind}`),
            onSelect: () => dispatch(edit('addEffect', { clipIds, kind })),
          })),
        ]}
      />
      {first ? (
        <>
          <EffectList clip={first.clip} />
          {first.clip.generator && <TextFields clip={first.clip} />}
          <GreenScreenFields clip={first.clip} clipIds={clipIds} />
          <PlacementFields clip={first.clip} clipIds={clipIds} />
        </>
      ) : (
        <p className="text-t3">{t('effects.noClip')}</p>
      )}
    </div>
  );
}

function EffectList({ clip }: { clip: Clip }) {
  const { t } = useTranslation('editor');
  if (clip.effects.length === 0) return null;
  return (
    <ul aria-label={t('effects.list', { name: clip.name })} className="grid gap-2">
      {clip.effects.map((effect, index) => (
        <li key={effect.id} className="grid gap-3 rounded-lg bg-inset p-3">
          <EffectRow clip={clip} effect={effect} index={index} />
        </li>
      ))}
    </ul>
  );
}

function EffectRow({ clip, effect, index }: { clip: Clip; effect: Effect; index: number }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { id: clipId } = clip;
  const { id: effectId, kind, isOn, values } = effect;
  const name = t(`effects.names.${kind}`);
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="grow text-xs font-medium text-t1">{name}</span>
        {index > 0 && (
          <IconButton
            label={t('effects.up', { name })}
            icon={<ArrowUp aria-hidden="true" />}
            className="!size-7"
            onClick={() => dispatch(edit('moveEffect', { clipId, effectId, toIndex: index - 1 }))}
          />
        )}
        <IconButton
          label={t('effects.remove', { name })}
          icon={<X aria-hidden="true" />}
          className="!size-7"
          onClick={() => dispatch(edit('deleteEffect', { clipId, effectId }))}
        />
        <Switch
          label={t('effects.isOn', { name })}
          isOn={isOn}
          onChange={(next) => dispatch(edit('setEffect', { clipId, effectId, isOn: next }))}
        />
      </div>
      {Object.entries(clipEffectFields(kind)).map(([key, field]) => (
        <KeyedSlider
          key={key}
          clip={clip}
          parameter={`effect.${effectId}.${key}`}
          label={t(`effects.fields.${key as 'amount'}`)}
          value={values[key] ?? field.default}
          min={field.min}
          max={field.max}
          step={field.step}
          defaultValue={field.default}
          onChange={(value) => dispatch(draft('setEffect', { clipId, effectId, values: { [key]: value } }))}
          onCommit={(value) => dispatch(edit('setEffect', { clipId, effectId, values: { [key]: value } }))}
        />
      ))}
    </>
  );
}
