import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { selectIsLocked, selectView } from './broadcastSlice.ts';
import { setMultiStream } from './broadcastThunks.ts';
import { DestinationDialog } from './DestinationDialog.tsx';
import { DestinationRow } from './DestinationRow.tsx';

/** Where the stream goes to, and how it is there. */
export function PlatformsCard() {
  const { t } = useTranslation('broadcast');
  const view = useSelector(selectView);
  const isLocked = useSelector(selectIsLocked);
  const [isAdding, setAdding] = useState(false);
  const destinations = view?.destinations ?? [];
  const used = destinations.filter(({ isEnabled }) => isEnabled).map(({ id }) => id);
  const first = view?.isMultiStream === false ? used.slice(0, 1) : used;
  return (
    <Card aria-labelledby="broadcast-platforms">
      <CardHeader
        id="broadcast-platforms"
        title={t('platforms.title')}
        actions={
          <Button size="sm" disabled={isLocked} onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {t('platforms.add')}
          </Button>
        }
      />
      <MultiStream />
      {destinations.length === 0 ? (
        <EmptyState title={t('platforms.empty')} message={t('platforms.emptyMessage')} />
      ) : (
        <ul className="mt-3.5 grid grid-cols-[minmax(0,1fr)] gap-2">
          {destinations.map((destination) => (
            <DestinationRow
              key={destination.id}
              destination={destination}
              isUsed={first.includes(destination.id)}
            />
          ))}
        </ul>
      )}
      {isAdding && <DestinationDialog destination={null} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function MultiStream() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const isOn = useSelector(selectView)?.isMultiStream ?? false;
  const isLocked = useSelector(selectIsLocked);
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-t1">
          {t('platforms.multiStream')}
        </label>
        <p className="mt-0.5 text-xs text-t3">
          {t(isLocked ? 'details.locked' : 'platforms.multiStreamHint')}
        </p>
      </div>
      <Switch
        id={id}
        label={t('platforms.multiStream')}
        isOn={isOn}
        disabled={isLocked}
        onChange={(next) => void dispatch(setMultiStream(next))}
      />
    </div>
  );
}
