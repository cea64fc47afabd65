import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { selectConnection } from '../../features/workspace/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

/** Says that the host is away, calmly: it is looked for, and what runs there continues. */
export function ConnectionBanner() {
  const { t } = useTranslation(['shell', 'common']);
  const { state, isObstructed } = useSelector(selectConnection);
  const isLost = state === 'lost';
  const isClosed = state === 'closed';
  const lost = isObstructed ? 'obstructed' : 'lost';
  return (
    <div role="status">
      {(isLost || isClosed) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line2 bg-ambbg px-4 py-2.5 md:px-8">
          {isLost && <Spinner sizePx={14} className="text-amb-text" />}
          <b className="font-semibold text-t1">
            {isLost ? t(`shell:connection.${lost}`) : t('shell:connection.closed')}
          </b>
          <span className="text-t2">
            {isLost ? t(`shell:connection.${lost}Message`) : t('shell:connection.closedMessage')}
          </span>
          {isClosed && (
            <Button size="sm" onClick={() => location.reload()}>
              {t('common:reload')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
