import { Pencil, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Button } from '../../../ui/Button.tsx';
import { selectPerson } from '../../auth/index.ts';
import { Avatar } from '../Avatar.tsx';
import type { Organization } from '../organizationsApi.ts';
import { MembersDialog } from './MembersDialog.tsx';
import { TeamDialog } from './TeamDialog.tsx';
import type { Team } from './teamsApi.ts';

const FRAME = 'flex flex-col gap-3 rounded-xl border border-line bg-panel p-4 shadow-panel';

/** A team: who is in it, and for owners, admins and its lead the ways to change it. */
export function TeamCard({ organization, team }: { organization: Organization; team: Team }) {
  const { t } = useTranslation('teams');
  const [isEditing, setIsEditing] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const { name, members, member_count: count } = team;
  const mayChange = organization.role !== 'member' || team.is_led;
  return (
    <article aria-label={name} className={FRAME}>
      <header className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="size-3 shrink-0 rounded-full ring-4 ring-raise"
          style={{ backgroundColor: team.color }}
        />
        <h2 className="min-w-0 grow truncate font-semibold" title={name}>
          {name}
        </h2>
        <span className="shrink-0 text-xs text-t2 tabular-nums">{t('members', { count })}</span>
      </header>
      <p className="line-clamp-3 min-h-10 grow break-words text-t2">
        {team.description || t('noDescription')}
      </p>
      <div className="flex min-h-8 items-center">
        <p className="sr-only">{members.map((member) => member.name || member.email).join(', ')}</p>
        <div aria-hidden="true" className="flex -space-x-1.5">
          {members.map((member) => (
            <span key={member.id} className="rounded-full bg-panel ring-2 ring-panel">
              <Avatar {...member} />
            </span>
          ))}
        </div>
        {count > members.length && (
          <span className="ml-2 text-xs font-medium text-t2 tabular-nums">
            {t('more', { count: count - members.length })}
          </span>
        )}
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
        <span className="text-xs text-t2 tabular-nums">
          {t('created', { date: formatDate(Date.parse(team.created_at)) })}
        </span>
        <div className="flex gap-1.5">
          <Button
            size="sm"
            aria-label={t('actionOf', { action: mayChange ? t('add') : t('show'), name })}
            onClick={() => setIsAdding(true)}
          >
            {mayChange ? (
              <UserPlus aria-hidden="true" className="size-3.5" />
            ) : (
              <Users aria-hidden="true" className="size-3.5" />
            )}
            {mayChange ? t('add') : t('show')}
          </Button>
          {mayChange && (
            <Button
              size="sm"
              aria-label={t('actionOf', { action: t('edit'), name })}
              onClick={() => setIsEditing(true)}
            >
              <Pencil aria-hidden="true" className="size-3.5" />
              {t('edit')}
            </Button>
          )}
        </div>
      </footer>
      <TeamDialog organization={organization} team={team} isOpen={isEditing} onOpenChange={setIsEditing} />
      <MembersDialog organization={organization} team={team} isOpen={isAdding} onOpenChange={setIsAdding} />
    </article>
  );
}

/** A personal workspace has nobody else in it. */
export function PersonalCard() {
  const { t } = useTranslation(['teams', 'organization']);
  const person = useSelector(selectPerson);
  return (
    <article aria-label={t('organization:personal')} className={FRAME}>
      <header className="flex items-center gap-3">
        <h2 className="min-w-0 grow truncate font-semibold">{t('organization:personal')}</h2>
        <span className="shrink-0 text-xs text-t2">{t('teams:members', { count: 1 })}</span>
      </header>
      <p className="text-t2">{t('teams:personal')}</p>
      {person && <Avatar id="0" name="" email={person.fullName} />}
    </article>
  );
}
