import { useRef } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { FITS, type Crop, type SceneItem } from '../../../../src-shared/domain/broadcast/scene.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { NumberField } from './NumberField.tsx';
import { ItemTexts } from './ItemTexts.tsx';
import { editItem } from './sceneThunks.ts';
import { useItemName } from './useItemName.ts';

/** The schema's limits, in percent. */
const PLACES = [
  { field: 'x', min: -100, max: 100 },
  { field: 'y', min: -100, max: 100 },
  { field: 'width', min: 1, max: 200 },
  { field: 'height', min: 1, max: 200 },
  { field: 'opacity', min: 0, max: 100 },
] as const;
const EDGES = ['left', 'top', 'right', 'bottom'] as const satisfies readonly (keyof Crop)[];

/** The chosen item in figures, and what its kind has besides. */
export function ItemInspector({ item }: { item: SceneItem }) {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const name = useItemName()(item);
  /** What is typed between two focuses is undone together. */
  const gesture = useRef('');
  const change = (changed: (known: SceneItem) => SceneItem) =>
    void dispatch(editItem(item.id, changed, gesture.current));
  return (
    <section
      aria-label={t('inspector.label', { name })}
      onFocusCapture={() => (gesture.current = crypto.randomUUID())}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 truncate text-xs font-semibold text-t1">{name}</h3>
        <Button size="sm" onClick={() => change((known) => ({ ...known, x: 0, y: 0, width: 1, height: 1 }))}>
          {t('inspector.fill')}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {PLACES.map(({ field, min, max }) => (
          <NumberField
            key={field}
            label={t(`inspector.${field}`)}
            unit="%"
            {...{ min, max }}
            value={item[field] * 100}
            onChange={(value) => change((known) => ({ ...known, [field]: value / 100 }))}
          />
        ))}
      </div>
      <ItemTexts item={item} onChange={change} />
      {(item.kind === 'source' || item.kind === 'image') && <FitAndCrop item={item} onChange={change} />}
    </section>
  );
}

type Fitted = Extract<SceneItem, { kind: 'source' | 'image' }>;

function FitAndCrop({
  item,
  onChange,
}: {
  item: Fitted;
  onChange: (changed: (known: SceneItem) => SceneItem) => void;
}) {
  const { t } = useTranslation('scenes');
  const changeFitted = (changes: (known: Fitted) => Partial<Pick<Fitted, 'fit' | 'crop'>>) =>
    onChange((known) =>
      known.kind === 'source' || known.kind === 'image' ? { ...known, ...changes(known) } : known,
    );
  return (
    <div className="grid grid-cols-2 items-end gap-2 sm:grid-cols-5">
      <Choice
        label={t('inspector.fit')}
        value={item.fit}
        options={FITS.map((value) => ({ value, label: t(`inspector.fits.${value}`) }))}
        onChange={(fit) => changeFitted(() => ({ fit }))}
      />
      {EDGES.map((edge) => (
        <NumberField
          key={edge}
          label={t(`inspector.crop.${edge}`)}
          unit="%"
          min={0}
          max={95}
          value={item.crop[edge] * 100}
          onChange={(value) => changeFitted(({ crop }) => ({ crop: { ...crop, [edge]: value / 100 } }))}
        />
      ))}
    </div>
  );
}
