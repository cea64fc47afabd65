import { Camera, Clock, Image, MonitorUp, PaintBucket, Plus, Stamp, Subtitles, Type } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { IMAGE_TYPES } from '../../../../src-shared/domain/broadcast/scene.ts';
import type { NewItem } from '../../../../src-shared/domain/broadcast/sceneItems.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { selectSources } from '../broadcastSlice.ts';
import { readImageFile } from '../readImageFile.ts';
import { addNewItem } from './sceneThunks.ts';

const COUNTDOWN_MS = 5 * 60_000;

/** What a scene can have. */
export function AddItem() {
  const { t } = useTranslation(['scenes', 'broadcast']);
  const dispatch = useAppDispatch();
  const sources = useSelector(selectSources);
  const fileRef = useRef<HTMLInputElement>(null);
  const [imageKind, setImageKind] = useState<'image' | 'logo'>('image');
  const [problem, setProblem] = useState<string | null>(null);
  const add = (item: NewItem) => void dispatch(addNewItem(item));
  const askForImage = (kind: 'image' | 'logo') => {
    setImageKind(kind);
    fileRef.current?.click();
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const image = await readImageFile(file);
    setProblem(image ? null : t('broadcast:overlays.badLogo'));
    if (image) add({ kind: imageKind, image });
  };
  const entry = (id: Exclude<NewItem['kind'], 'source'>, Icon: typeof Type) => ({
    id,
    label: t(`scenes:items.kinds.${id}`),
    icon: <Icon aria-hidden="true" />,
  });
  return (
    <div>
      <DropdownMenu
        groups={[
          ...(sources.length > 0
            ? [
                sources.map(({ id, label, kind }) => ({
                  id,
                  label,
                  icon: kind === 'camera' ? <Camera aria-hidden="true" /> : <MonitorUp aria-hidden="true" />,
                  onSelect: () => add({ kind: 'source', sourceId: id, isCamera: kind === 'camera' }),
                })),
              ]
            : []),
          [
            {
              ...entry('title', Type),
              onSelect: () => add({ kind: 'title', text: t('scenes:items.newTitle') }),
            },
            {
              ...entry('text', Type),
              onSelect: () => add({ kind: 'text', text: t('scenes:items.newText') }),
            },
            {
              ...entry('lowerThird', Subtitles),
              onSelect: () => add({ kind: 'lowerThird', title: t('scenes:items.newName'), subtitle: '' }),
            },
            { ...entry('image', Image), onSelect: () => askForImage('image') },
            { ...entry('logo', Stamp), onSelect: () => askForImage('logo') },
            { ...entry('countdown', Clock), onSelect: () => add(newCountdown(t('broadcast:overlays.done'))) },
            { ...entry('color', PaintBucket), onSelect: () => add({ kind: 'color' }) },
          ],
        ]}
        trigger={
          <Button size="sm">
            <Plus aria-hidden="true" className="size-3.5" />
            {t('scenes:items.add')}
          </Button>
        }
      />
      <input
        ref={fileRef}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        aria-label={t('scenes:items.imageFile')}
        className="hidden"
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
      <p role="status" className="text-xs text-red-text">
        {problem}
      </p>
    </div>
  );
}

const newCountdown = (doneText: string): NewItem => ({
  kind: 'countdown',
  endsAtMs: Date.now() + COUNTDOWN_MS,
  doneText,
});
