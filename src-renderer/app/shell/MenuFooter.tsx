import { LogOut } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { selectPerson, selectSession, signOut } from '../../features/auth/index.ts';
import { useIsOnlyMember } from '../../features/organization/index.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PlanLine } from './PlanLine.tsx';

/** Who works here, as what, and the way out. */
export function MenuFooter() {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const person = useSelector(selectPerson);
  const session = useSelector(selectSession);
  if (!person || session.status !== 'ready') return null;

  const leave = async () => {
    await dispatch(signOut());
    // Also where it failed: the document wants it so.
    await navigate(ROUTES.auth, { replace: true });
  };
  return (
    <div className="mt-auto flex items-center gap-2.5 border-t border-line2 px-2 pt-3 pb-1">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accbg text-xs font-semibold text-accent"
      >
        {person.fullName.slice(0, 1).toLocaleUpperCase()}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-xs text-t1" title={person.fullName}>
          {person.fullName}
        </p>
        <p className="truncate text-2xs text-t3">
          {session.data.kind === 'signedIn' && !session.data.isSuperAdmin ? (
            <RoleOf label={person.label} />
          ) : (
            person.label
          )}
        </p>
        {session.data.kind === 'signedIn' && (
          <p className="truncate text-2xs text-t3">
            <PlanLine userId={session.data.userId} />
          </p>
        )}
      </div>
      {session.data.kind === 'signedIn' ? (
        <IconButton
          label={t('signOut')}
          icon={<LogOut aria-hidden="true" />}
          hasBorder={false}
          onClick={() => void leave()}
        />
      ) : (
        <Link
          to={ROUTES.auth}
          className="rounded text-2xs text-t3 underline-offset-3 hover:text-t1 hover:underline"
        >
          {t('noAccounts')}
        </Link>
      )}
    </div>
  );
}

/** The document's label is that of owners, admins and personal workspaces. */
function RoleOf({ label }: { label: string }) {
  const { t } = useTranslation('shell');
  return useIsOnlyMember() ? t('member') : label;
}
