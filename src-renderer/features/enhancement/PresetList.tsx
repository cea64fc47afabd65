import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { Preset } from '../../../src-shared/domain/presets.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { removePreset, reorderPresets, undo } from './enhancementThunks.ts';
import { PresetRow } from './PresetRow.tsx';
import { showUndoNotice } from '../../ui/undoNotice.ts';

/** The presets in the user's order; a search leaves out what does not match. */
export function PresetList({ presets, query }: { presets: readonly Preset[]; query: string }) {
  const { t } = useTranslation(['enhancement', 'common']);
  const dispatch = useAppDispatch();
  const [removing, setRemoving] = useState<Preset | null>(null);
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [overId, setOverId] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const shown = presets.filter((preset) => isMatch(preset, query));
  const ids = presets.map(({ id }) => id);

  const place = (preset: Preset, index: number) => {
    if (index < 0 || index >= presets.length) return;
    const next = movedTo(ids, preset.id, index);
    if (next.every((id, at) => id === ids[at])) return;
    setAnnouncement(t('presets.moved', { name: preset.name, place: index + 1, count: presets.length }));
    void dispatch(reorderPresets({ ids: next, label: t('steps.order') }));
  };
  const remove = async ({ id, name }: Preset) => {
    const result = await dispatch(removePreset({ id, label: t('steps.remove', { name }) }));
    if (!removePreset.fulfilled.match(result)) return;
    showUndoNotice(t('presets.removed', { name }), t('undo'), () => void dispatch(undo()));
  };

  return (
    <>
      {shown.length === 0 && <EmptyState title={t('presets.noMatch', { query: query.trim() })} />}
      <ul aria-label={t('presets.title')} className="-mx-2 grid gap-0.5">
        {shown.map((preset) => (
          <PresetRow
            key={preset.id}
            preset={preset}
            index={ids.indexOf(preset.id)}
            count={presets.length}
            isDragged={preset.id === draggedId}
            isDropTarget={preset.id === overId && preset.id !== draggedId}
            onPlace={(index) => place(preset, index)}
            onRemove={() => setRemoving(preset)}
            onDragStart={() => setDraggedId(preset.id)}
            onDragOver={() => setOverId(preset.id)}
            onDragEnd={() => {
              setDraggedId(null);
              setOverId(null);
            }}
            onDrop={() => {
              const dragged = presets.find(({ id }) => id === draggedId);
              if (dragged) place(dragged, ids.indexOf(preset.id));
            }}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ConfirmDialog
        isOpen={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        title={removing?.name ?? ''}
        description={t('presets.removeQuestion')}
        confirmLabel={t('presets.remove')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => removing && void remove(removing)}
      />
    </>
  );
}

/** By name, what it says of itself, and where it is for. */
function isMatch({ name, description, environment }: Preset, query: string): boolean {
  const wanted = query.trim().toLocaleLowerCase();
  return `${name} ${description} ${environment}`.toLocaleLowerCase().includes(wanted);
}

/** The ids with one of them at another place, counted in the result. */
function movedTo(ids: readonly string[], id: string, index: number): string[] {
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, index), id, ...rest.slice(index)];
}
