import '../texts.ts';
import './texts.ts';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { CreateOrganizationDialog } from '../CreateOrganizationDialog.tsx';
import { ListFailure } from '../ListFailure.tsx';
import { OrganizationFrame } from '../OrganizationFrame.tsx';
import { Pages } from '../Pages.tsx';
import type { Organization } from '../organizationsApi.ts';
import { usePath } from '../usePath.ts';
import { useSearch } from '../useSearch.ts';
import { PersonalCard, TeamCard } from './TeamCard.tsx';
import { TeamDialog } from './TeamDialog.tsx';
import { TEAMS_ON_PAGE, useSearchTeamsQuery } from './teamsApi.ts';

/** The teams of an organisation. */
export default function TeamsScreen() {
  const { t } = useTranslation(['teams', 'organization']);
  const [isCreating, setIsCreating] = useState(false);
  const create = () => setIsCreating(true);
  useDocumentTitle(t('teams:title'));
  return (
    <OrganizationFrame
      title={t('teams:title')}
      subtitle={({ role }) => (role === 'member' ? t('teams:readOnly') : t('teams:subtitle'))}
      actions={(organization, choose) =>
        organization.role !== 'member' && (
          <>
            <Button variant="primary" onClick={create}>
              <Plus aria-hidden="true" className="size-4" />
              {t('teams:create')}
            </Button>
            {organization.is_personal ? (
              <CreateOrganizationDialog
                isOpen={isCreating}
                onOpenChange={setIsCreating}
                description={t('teams:createForTeam')}
                onCreated={(id) => {
                  choose(id);
                  // On to what was wanted, there.
                  create();
                }}
              />
            ) : (
              <TeamDialog
                organization={organization}
                team={null}
                isOpen={isCreating}
                onOpenChange={setIsCreating}
              />
            )}
          </>
        )
      }
    >
      {(organization) =>
        organization.is_personal ? (
          <div className={GRID}>
            <PersonalCard />
          </div>
        ) : (
          <Teams key={organization.id} organization={organization} onCreate={create} />
        )
      }
    </OrganizationFrame>
  );
}

const GRID = 'grid gap-3.5 sm:grid-cols-2 xl:grid-cols-3';

function Teams({ organization, onCreate }: { organization: Organization; onCreate: () => void }) {
  const { t } = useTranslation('teams');
  const path = usePath();
  const { typed, setTyped, search } = useSearch(path.restart);
  const { data, error, refetch, isFetching } = useSearchTeamsQuery(
    { organization: organization.id, search, after: path.after },
    { refetchOnMountOrArgChange: true },
  );
  const last = data?.length === TEAMS_ON_PAGE ? data.at(-1) : undefined;
  return (
    <>
      <div role="search" className="relative">
        <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-t3" />
        <Input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          className="pl-9"
          maxLength={80}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {error !== undefined && <ListFailure error={error} onRetry={() => void refetch()} />}
      {error === undefined && data === undefined && <Skeleton className="h-64 rounded-xl" />}
      {error === undefined && data?.length === 0 && (
        <Card>
          <EmptyState
            title={t('empty')}
            message={search === '' ? t('emptyHint') : t('emptySearch')}
            action={
              search === '' && organization.role !== 'member' ? (
                <Button variant="primary" onClick={onCreate}>
                  {t('create')}
                </Button>
              ) : undefined
            }
          />
        </Card>
      )}
      {error === undefined && data !== undefined && data.length > 0 && (
        <ul aria-label={t('title')} aria-busy={isFetching} className={GRID}>
          {data.map((team) => (
            <li key={team.id} className="grid">
              <TeamCard organization={organization} team={team} />
            </li>
          ))}
        </ul>
      )}
      <Pages path={path} last={last ? { at: last.created_at, id: last.id } : null} />
    </>
  );
}
