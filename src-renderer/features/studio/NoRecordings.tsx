import { Film } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { DEMO_PARAMETER } from '../../../src-shared/domain/routes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { addressOfTake } from '../recording/index.ts';
import { addDemo } from './demoThunks.ts';

/** An empty library: what it is for, and a recording to look at meanwhile. */
export function NoRecordings() {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const open = async () => {
    setIsBusy(true);
    const added = await dispatch(addDemo());
    setIsBusy(false);
    if (addDemo.fulfilled.match(added))
      void navigate(addressOfTake({ id: added.payload.id, request: 'play' }), { replace: true });
  };
  useAskedFor(() => void open());
  return (
    <EmptyState
      title={t('recordings.empty')}
      message={t('recordings.emptyMessage')}
      action={
        <Button variant="primary" isBusy={isBusy} onClick={() => void open()}>
          {!isBusy && <Film aria-hidden="true" className="size-4" />}
          {t('recordings.openDemo')}
        </Button>
      }
    />
  );
}

/** Once, where the address asks for it; it does not any more then. */
function useAskedFor(open: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.has(DEMO_PARAMETER);
  const hasOpened = useRef(false);
  useEffect(() => {
    if (!isAsked || hasOpened.current) return;
    hasOpened.current = true;
    setSearch({}, { replace: true });
    open();
  }, [isAsked, open, setSearch]);
}
