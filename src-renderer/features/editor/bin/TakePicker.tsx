import { Clapperboard } from 'lucide-react';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { dataOf } from '../../../lib/loadable.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { followLibrary, selectLibrary } from '../../studio/index.ts';
import { addTake } from '../mediaThunks.ts';
import { useWorkbench } from '../workbench.ts';

const MOST_OFFERED = 30;

/** The newest recordings: one is added with all its tracks, in sync. */
export function TakePicker() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { transport } = useWorkbench();
  const takes = dataOf(useSelector(selectLibrary)) ?? [];
  useEffect(() => dispatch(followLibrary()), [dispatch]);
  const usable = takes.filter(({ status, trackCount }) => status !== 'recording' && trackCount > 0);
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" className="grow">
          <Clapperboard aria-hidden="true" className="size-3.5" />
          {t('bin.addTake')}
        </Button>
      }
      groups={[
        usable.length === 0
          ? [{ id: 'none', label: t('bin.noTakes'), disabled: true, onSelect: () => undefined }]
          : usable.slice(0, MOST_OFFERED).map(({ id, name }) => ({
              id,
              label: name,
              onSelect: () => void dispatch(addTake({ takeId: id, frame: transport.frame() })),
            })),
      ]}
    />
  );
}
