import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { MemberStatus } from '../../../../src-shared/domain/organization.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ListFailure, Pages, SearchInput, useAct, usePath, useSearch } from '../../../ui/list/index.ts';
import { Avatar } from '../Avatar.tsx';
import type { Organization } from '../organizationsApi.ts';
import { useReadPlanUsageQuery } from '../planUsageApi.ts';
import {
  MEMBERS_ON_PAGE,
  useAddToTeamMutation,
  useFindCandidatesQuery,
  useListTeamMembersQuery,
  useTakeFromTeamMutation,
  useGiveTeamRoleMutation,
  type Team,
  type TeamMember,
  type TeamRole,
} from './teamsApi.ts';

interface MembersDialogProps {
  organization: Organization;
  team: Team;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Who is in a team; owners, admins and its lead add and remove, owners and admins say who leads it. */
export function MembersDialog({ organization, team, isOpen, onOpenChange }: MembersDialogProps) {
  const { t } = useTranslation(['teams', 'common']);
  const isAdmin = organization.role !== 'member';
  const mayChange = isAdmin || team.is_led;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('teams:membersOf', { name: team.name })}
      closeLabel={t('common:close')}
    >
      <div className="grid gap-5">
        {mayChange && <Candidates organization={organization} team={team} />}
        <Members organization={organization} team={team} isAdmin={isAdmin} />
      </div>
    </Dialog>
  );
}

interface PersonLineProps {
  person: { id: string; name: string; email: string; status?: MemberStatus; role?: TeamRole };
  children: ReactNode;
}

function PersonLine({ person: { id, name, email, status, role }, children }: PersonLineProps) {
  const { t } = useTranslation(['users', 'teams']);
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Avatar id={id} name={name} email={email} />
      <div className="min-w-0 grow">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{name || email}</span>
          {status !== undefined && status !== 'active' && <Badge>{t(`users:status.${status}`)}</Badge>}
          {role === 'lead' && <Badge tone="accent">{t('teams:lead')}</Badge>}
        </p>
        {name !== '' && <p className="truncate text-xs text-t2">{email}</p>}
      </div>
      {children}
    </li>
  );
}

const nothing = () => undefined;

function Candidates({ organization, team }: { organization: Organization; team: Team }) {
  const { t } = useTranslation('teams');
  const { typed, setTyped, search } = useSearch(nothing);
  const { data, error, refetch } = useFindCandidatesQuery(
    { team: team.id, search },
    { refetchOnMountOrArgChange: true },
  );
  const [add, { isLoading }] = useAddToTeamMutation();
  const act = useAct();
  const put = (member: string, name: string) =>
    act(
      add({ organization: organization.id, team: team.id, member }),
      t('wasAdded', { name, team: team.name }),
    );
  return (
    <section aria-label={t('addTitle')} className="grid gap-2">
      <h3 className="text-xs font-medium text-t2">{t('addTitle')}</h3>
      <div role="search">
        <SearchInput label={t('addSearch')} typed={typed} onType={setTyped} />
      </div>
      {error !== undefined && <ListFailure error={error} onRetry={() => void refetch()} />}
      {error === undefined && data === undefined && <Skeleton className="h-24 rounded-lg" />}
      {data?.length === 0 && <p className="text-t2">{t('noCandidates')}</p>}
      <ul tabIndex={0} aria-label={t('addTitle')} className="max-h-48 overflow-y-auto">
        {(data ?? []).map((person) => (
          <PersonLine key={person.id} person={person}>
            <Button
              size="sm"
              disabled={isLoading}
              aria-label={t('actionOf', { action: t('add'), name: person.name || person.email })}
              onClick={() => void put(person.id, person.name || person.email)}
            >
              {t('add')}
            </Button>
          </PersonLine>
        ))}
      </ul>
    </section>
  );
}

interface MembersProps {
  organization: Organization;
  team: Team;
  isAdmin: boolean;
}

function Members({ organization, team, isAdmin }: MembersProps) {
  const { t } = useTranslation('teams');
  const path = usePath();
  const { data, error, refetch } = useListTeamMembersQuery(
    { team: team.id, after: path.after },
    { refetchOnMountOrArgChange: true },
  );
  const [take, { isLoading }] = useTakeFromTeamMutation();
  const act = useAct();
  return (
    <section aria-label={t('inTeam')} className="grid gap-2">
      <h3 className="text-xs font-medium text-t2">{t('inTeam')}</h3>
      {error !== undefined && <ListFailure error={error} onRetry={() => void refetch()} />}
      {error === undefined && data === undefined && <Skeleton className="h-24 rounded-lg" />}
      {data?.length === 0 && <p className="text-t2">{t('nobody')}</p>}
      <ul tabIndex={0} aria-label={t('inTeam')} className="max-h-64 overflow-y-auto">
        {(data ?? []).map((member) => {
          const name = member.name || member.email;
          return (
            <PersonLine key={member.id} person={member}>
              {isAdmin && <RoleButton organization={organization} team={team} member={member} />}
              {(isAdmin || (team.is_led && member.role !== 'lead')) && (
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={isLoading}
                  aria-label={t('actionOf', { action: t('remove'), name })}
                  onClick={() =>
                    void act(
                      take({ team: team.id, member: member.id }),
                      t('wasRemoved', { name, team: team.name }),
                    )
                  }
                >
                  {t('remove')}
                </Button>
              )}
            </PersonLine>
          );
        })}
      </ul>
      <Pages path={path} rows={data} size={MEMBERS_ON_PAGE} by="added_at" />
    </section>
  );
}

/** Makes somebody the lead, where the plan has leads; takes it back on every plan. */
function RoleButton({ organization, team, member }: Omit<MembersProps, 'isAdmin'> & { member: TeamMember }) {
  const { t } = useTranslation('teams');
  const usage = useReadPlanUsageQuery(organization.id);
  const [give, { isLoading }] = useGiveTeamRoleMutation();
  const act = useAct();
  const isLead = member.role === 'lead';
  if (!isLead && usage.data?.teams !== 'advanced') return null;
  const name = member.name || member.email;
  const label = t(isLead ? 'makeMember' : 'makeLead');
  return (
    <Button
      size="sm"
      variant="ghost"
      disabled={isLoading}
      aria-label={t('actionOf', { action: label, name })}
      onClick={() =>
        void act(
          give({ team: team.id, member: member.id, role: isLead ? 'member' : 'lead' }),
          t(isLead ? 'isMember' : 'isLead', { name, team: team.name }),
        )
      }
    >
      {label}
    </Button>
  );
}
