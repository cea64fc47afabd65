import { X } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { selectHasFewChannels } from '../workspace/index.ts';

const SEEN_KEY = 'sounddesk.desktopHintSeen';

/** Where less can be recorded than on the desktop: what the app would add. Once put away it never comes back. */
export function DesktopHint() {
  const { t } = useTranslation('dashboard');
  const hasFewChannels = useSelector(selectHasFewChannels);
  const [isSeen, setSeen] = useState(() => localStorage.getItem(SEEN_KEY) !== null);
  if (!hasFewChannels || isSeen) return null;
  const dismiss = () => {
    setSeen(true);
    try {
      localStorage.setItem(SEEN_KEY, 'yes');
    } catch (error) {
      // A browser that keeps nothing shows it once a visit.
      if (!(error instanceof DOMException)) throw error;
    }
  };
  return (
    <Card aria-label={t('desktop.label')} className="flex items-center gap-4 !py-3">
      <p className="min-w-0 grow text-xs text-t2">
        {t('desktop.text')}{' '}
        <Link to={`${ROUTES.landing}#download`} className="font-medium text-t1 underline underline-offset-2">
          {t('desktop.link')}
        </Link>
      </p>
      <IconButton
        label={t('desktop.dismiss')}
        icon={<X aria-hidden="true" />}
        hasBorder={false}
        onClick={dismiss}
      />
    </Card>
  );
}
