import '../texts.ts';
import './texts.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Button } from '../../../ui/Button.tsx';
import { ListStates, Pages, SearchInput, usePath, useSearch } from '../../../ui/list/index.ts';
import { CreateOrganizationDialog } from '../CreateOrganizationDialog.tsx';
import { ExportButton } from '../../exports/index.ts';
import { OrganizationFrame } from '../OrganizationFrame.tsx';
import { PlanNote } from '../PlanNote.tsx';
import { useReadPlanUsageQuery } from '../planUsageApi.ts';
import type { Organization } from '../organizationsApi.ts';
import { PersonalCard, TeamCard } from './TeamCard.tsx';
import { TeamDialog } from './TeamDialog.tsx';
import { useTeamsFile } from './useTeamsFile.ts';
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
            <CreateButton organization={organization} onCreate={create} />
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

/** Missing where the plan has no teams: what stands below says so. */
function CreateButton({ organization, onCreate }: { organization: Organization; onCreate: () => void }) {
  const { t } = useTranslation('teams');
  if (usePlanOfTeams(organization) === 'none') return null;
  return (
    <Button variant="primary" onClick={onCreate}>
      <Plus aria-hidden="true" className="size-4" />
      {t('create')}
    </Button>
  );
}

/** For owners and admins of an organization with others; null for everybody else and until it is known. */
function usePlanOfTeams({ id, role, is_personal: isPersonal }: Organization) {
  const { data } = useReadPlanUsageQuery(id, {
    skip: isPersonal || role === 'member',
    refetchOnMountOrArgChange: true,
  });
  return data?.teams ?? null;
}

/** What the plan's teams can and cannot. */
function PlanPart({ organization }: { organization: Organization }) {
  const { t } = useTranslation('teams');
  const plan = usePlanOfTeams(organization);
  const file = useTeamsFile(organization);
  if (plan === null) return null;
  if (plan === 'advanced')
    return (
      <div className="flex justify-end">
        <ExportButton label={t('export')} run={file} />
      </div>
    );
  return <PlanNote organizationId={organization.id} text={t(`plan.${plan}`)} />;
}

const GRID = 'grid gap-3.5 sm:grid-cols-2 xl:grid-cols-3';

function Teams({ organization, onCreate }: { organization: Organization; onCreate: () => void }) {
  const { t } = useTranslation('teams');
  const path = usePath();
  const { typed, setTyped, search } = useSearch(path.restart);
  const list = useSearchTeamsQuery(
    { organization: organization.id, search, after: path.after },
    { refetchOnMountOrArgChange: true },
  );
  const hasNoTeams = usePlanOfTeams(organization) === 'none';
  return (
    <>
      <PlanPart organization={organization} />
      <div role="search">
        <SearchInput label={t('search')} typed={typed} onType={setTyped} />
      </div>
      <ListStates
        list={list}
        height="h-64"
        empty={{
          title: t('empty'),
          message: search === '' ? t('emptyHint') : t('emptySearch'),
          action:
            search === '' && organization.role !== 'member' && !hasNoTeams ? (
              <Button variant="primary" onClick={onCreate}>
                {t('create')}
              </Button>
            ) : undefined,
        }}
      >
        {(teams) => (
          <ul aria-label={t('title')} aria-busy={list.isFetching} className={GRID}>
            {teams.map((team) => (
              <li key={team.id} className="grid">
                <TeamCard organization={organization} team={team} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Pages path={path} rows={list.data} size={TEAMS_ON_PAGE} by="created_at" />
    </>
  );
}
