import './adminOnlyTexts.ts';
import { ShieldAlert } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ScreenGuardContext } from '../../lib/screenGuard.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { selectMayPass } from '../auth/index.ts';

interface AdminOnlyProps {
  /** Whose access the refusal names; without it those whom the screen's row lets in. */
  names?: 'admin' | 'superAdmin';
  /** Of the screen. */
  title: string;
  /** What everybody else is shown. */
  refusal: string;
  children: ReactNode;
}

/** An admin screen for whom its row lets in, and why not for everybody else. The server decides again on each request. */
export function AdminOnly(props: AdminOnlyProps) {
  const { title, refusal, children } = props;
  const { t } = useTranslation('adminOnly');
  const guard = useContext(ScreenGuardContext);
  const isAllowed = useSelector(selectMayPass)[guard];
  const names = props.names ?? (guard === 'admin' ? 'admin' : 'superAdmin');
  if (isAllowed) return children;
  return (
    <div className="grid min-h-[70dvh] place-items-center px-4">
      <div className="grid justify-items-center">
        <h1 className="sr-only">{title}</h1>
        <EmptyState
          icon={<ShieldAlert aria-hidden="true" className="text-amb" />}
          title={t(names)}
          message={refusal}
          action={
            <Button asChild>
              <Link to={ROUTES.dashboard}>{t('toDashboard')}</Link>
            </Button>
          }
        />
      </div>
    </div>
  );
}
