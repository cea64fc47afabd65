import '../texts.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { MEMBER_ROLES, MEMBER_STATUSES } from '../../../../src-shared/domain/organization.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterSelect, SearchBar, useFilters } from '../../../ui/list/index.ts';
import { Tabs, type Tab } from '../../../ui/Tabs.tsx';
import { CreateOrganizationDialog } from '../CreateOrganizationDialog.tsx';
import { OrganizationFrame } from '../OrganizationFrame.tsx';
import type { Organization } from '../organizationsApi.ts';
import { ApiKeys } from '../keys/ApiKeys.tsx';
import { Trail } from '../trail/Trail.tsx';
import { InvitationDialog } from './InvitationDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { SeatsLine } from './SeatsLine.tsx';
import { UserTable } from './UserTable.tsx';
import { useSearchUsersQuery } from './usersApi.ts';

/** The people of an organisation. */
export default function UsersScreen() {
  const { t } = useTranslation(['users', 'organization']);
  const [isInviting, setIsInviting] = useState(false);
  const invite = () => setIsInviting(true);
  useDocumentTitle(t('users:title'));
  return (
    <OrganizationFrame
      title={t('users:title')}
      subtitle={(organization) =>
        organization.role === 'member'
          ? t('users:readOnly')
          : t('users:subtitle', {
              name: organization.is_personal ? t('organization:personal') : organization.name,
            })
      }
      actions={(organization, choose) =>
        organization.role !== 'member' && (
          <>
            <Button variant="primary" onClick={invite}>
              <UserPlus aria-hidden="true" className="size-4" />
              {t('users:invite')}
            </Button>
            {organization.is_personal ? (
              <CreateOrganizationDialog
                isOpen={isInviting}
                onOpenChange={setIsInviting}
                description={t('organization:createForInvite')}
                onCreated={(id) => {
                  choose(id);
                  // On to what was wanted, there.
                  invite();
                }}
              />
            ) : (
              <InviteDialog organization={organization} isOpen={isInviting} onOpenChange={setIsInviting} />
            )}
          </>
        )
      }
      dialog={(choose) => <InvitationDialog onJoined={choose} />}
    >
      {(organization) => <Parts key={organization.id} organization={organization} onInvite={invite} />}
    </OrganizationFrame>
  );
}

/** The list; beside it the keys for owners and admins, and for owners what was changed. `?part=` for which is open. */
function Parts({ organization, onInvite }: { organization: Organization; onInvite: () => void }) {
  const { t } = useTranslation(['trail', 'apiKeys']);
  const [search, setSearch] = useSearchParams();
  const people = <People organization={organization} onInvite={onInvite} />;
  if (organization.role === 'member') return people;
  const tabs: Tab[] = [
    { value: 'users', label: t('trail:users'), content: <div className="grid gap-3.5">{people}</div> },
    { value: 'keys', label: t('apiKeys:title'), content: <ApiKeys organization={organization} /> },
  ];
  if (organization.role === 'owner')
    tabs.push({ value: 'trail', label: t('trail:title'), content: <Trail organization={organization} /> });
  const open = (value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === 'users') next.delete('part');
        else next.set('part', value);
        return next;
      },
      { replace: true },
    );
  const shown = tabs.find(({ value }) => value === search.get('part'))?.value ?? 'users';
  return <Tabs label={t('trail:tabs')} value={shown} onChange={open} tabs={tabs} />;
}

function People({ organization, onInvite }: { organization: Organization; onInvite: () => void }) {
  const { t } = useTranslation('users');
  const filters = useFilters('role', 'status');
  const { query, typed, setTyped, set } = filters;
  const page = useSearchUsersQuery(
    { organization: organization.id, ...query },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <>
      <SeatsLine organization={organization} />
      <SearchBar label={t('search')} typed={typed} onType={setTyped}>
        <FilterSelect
          label={t('roleFilter')}
          value={query.role}
          onChange={(value) => set('role', value)}
          options={MEMBER_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        />
        <FilterSelect
          label={t('statusFilter')}
          value={query.status}
          onChange={(value) => set('status', value)}
          options={MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </SearchBar>
      <UserTable organization={organization} page={page} filters={filters} onInvite={onInvite} />
    </>
  );
}
