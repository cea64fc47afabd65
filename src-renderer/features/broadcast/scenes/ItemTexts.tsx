import { useTranslation } from '../../../lib/useTranslation.ts';
import type { SceneItem } from '../../../../src-shared/domain/broadcast/scene.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';

interface ItemTextsProps {
  item: SceneItem;
  onChange: (changed: (known: SceneItem) => SceneItem) => void;
}

const ALIGNS = ['left', 'center', 'right'] as const;
/** Of a lower third and a text, as the schema has it. */
const MOST_LETTERS = 300;

/** Words and colors of an item that has some. */
export function ItemTexts({ item, onChange }: ItemTextsProps) {
  const { t } = useTranslation('scenes');
  const set = (changes: object) => onChange((known) => ({ ...known, ...changes }));
  if (item.kind === 'source' || item.kind === 'image') return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-2 sm:grid-cols-2">
      {item.kind === 'text' && (
        <>
          <Line label={t('inspector.text')} value={item.text} isLong onChange={(text) => set({ text })} />
          <Choice
            label={t('inspector.align')}
            value={item.align}
            options={ALIGNS.map((value) => ({ value, label: t(`inspector.aligns.${value}`) }))}
            onChange={(align) => set({ align })}
          />
        </>
      )}
      {item.kind === 'lowerThird' && (
        <>
          <Line label={t('inspector.name')} value={item.title} onChange={(title) => set({ title })} />
          <Line
            label={t('inspector.role')}
            value={item.subtitle}
            onChange={(subtitle) => set({ subtitle })}
          />
        </>
      )}
      {item.kind === 'countdown' && (
        <>
          <Moment value={item.endsAtMs} onChange={(endsAtMs) => set({ endsAtMs })} />
          <Line
            label={t('inspector.doneText')}
            value={item.doneText}
            onChange={(doneText) => set({ doneText })}
          />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Color label={t('inspector.color')} value={item.color} onChange={(color) => set({ color })} />
        {item.kind !== 'color' && (
          <Color
            label={t('inspector.background')}
            value={item.background}
            onChange={(background) => set({ background })}
          />
        )}
        {item.kind !== 'color' && item.background !== null && (
          <Button size="sm" className="self-end" onClick={() => set({ background: null })}>
            {t('inspector.noBackground')}
          </Button>
        )}
        {item.kind === 'lowerThird' && (
          <Color label={t('inspector.accent')} value={item.accent} onChange={(accent) => set({ accent })} />
        )}
      </div>
    </div>
  );
}

function Line(props: { label: string; value: string; isLong?: boolean; onChange: (text: string) => void }) {
  const { label, value, isLong = false, onChange } = props;
  return (
    <Field label={label}>
      {(control) =>
        isLong ? (
          <Textarea
            {...control}
            rows={2}
            value={value}
            maxLength={MOST_LETTERS}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <Input
            {...control}
            value={value}
            maxLength={MOST_LETTERS}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  );
}

function Moment({ value, onChange }: { value: number; onChange: (ms: number) => void }) {
  const { t } = useTranslation('scenes');
  const local = new Date(value - new Date(value).getTimezoneOffset() * 60_000);
  return (
    <Field label={t('inspector.endsAt')}>
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          step={1}
          value={local.toISOString().slice(0, 19)}
          onChange={({ target }) => {
            const ms = new Date(target.value).getTime();
            if (ms >= 0) onChange(ms);
          }}
        />
      )}
    </Field>
  );
}

/** `value` null: no color yet, as of a background. */
function Color({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null;
  onChange: (color: string) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="color"
          value={value ?? '#000000'}
          className="h-9 w-14 rounded-lg border border-line2 bg-inset p-1"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
