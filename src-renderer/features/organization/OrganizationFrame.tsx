import './texts.ts';
import { Building2, Hourglass, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { ListFailure } from '../../ui/list/index.ts';
import { selectSession } from '../auth/index.ts';
import { CreateOrganizationDialog } from './CreateOrganizationDialog.tsx';
import type { Organization } from './organizationsApi.ts';
import { useOrganization } from './useOrganization.ts';

interface OrganizationFrameProps {
  title: string;
  subtitle: (organization: Organization) => string;
  actions: (organization: Organization, choose: (id: string) => void) => ReactNode;
  /** Shown whatever there is to be seen below, e.g. an invitation. */
  dialog?: (choose: (id: string) => void) => ReactNode;
  children: (organization: Organization) => ReactNode;
}

/** Title, choice of the organisation, and what stands in place of a screen that cannot be shown. */
export function OrganizationFrame(props: OrganizationFrameProps) {
  const { t } = useTranslation('organization');
  const session = useSelector(selectSession);
  if (session.status === 'ready' && session.data.kind === 'signedIn') return <Signed {...props} />;
  return (
    <Page title={props.title}>
      <UnsupportedState title={t('noAccounts')} message={t('noAccountsMessage')} />
    </Page>
  );
}

function Signed({ title, subtitle, actions, dialog, children }: OrganizationFrameProps) {
  const { t } = useTranslation('organization');
  const choice = useOrganization();
  const { current } = choice;
  const isMember = current?.status === 'active';
  return (
    <Page
      title={title}
      subtitle={current ? subtitle(current) : undefined}
      align="start"
      actions={
        current && (
          <div className="flex w-full flex-wrap gap-2 sm:w-auto">
            <Picker choice={choice} />
            {isMember && actions(current, choice.choose)}
          </div>
        )
      }
    >
      {dialog?.(choice.choose)}
      {current === null && choice.error !== undefined && (
        <ListFailure error={choice.error} onRetry={choice.refetch} />
      )}
      {current === null && choice.error === undefined && <Skeleton className="h-96 rounded-xl" />}
      {current && !isMember && (
        <EmptyState
          icon={<Hourglass aria-hidden="true" className="text-amb" />}
          title={t('awaiting')}
          message={t('awaitingMessage', { name: current.name })}
        />
      )}
      {current && isMember && children(current)}
    </Page>
  );
}

const NEW = 'new';

function Picker({ choice: { list = [], current, choose } }: { choice: ReturnType<typeof useOrganization> }) {
  const { t } = useTranslation('organization');
  const [isCreating, setIsCreating] = useState(false);
  const hasShared = list.some((one) => !one.is_personal);
  return (
    <>
      {hasShared ? (
        <div className="w-full sm:w-60">
          <Select
            label={t('choose')}
            icon={<Building2 aria-hidden="true" className="text-t3" />}
            value={current?.id ?? ''}
            onChange={(value) => (value === NEW ? setIsCreating(true) : choose(value))}
            options={[
              ...list.map((one) => ({
                value: one.id,
                label: one.is_personal ? t('personal') : one.name,
                ...(one.status === 'pending' ? { note: t('awaiting') } : {}),
              })),
              { value: NEW, label: t('create') },
            ]}
          />
        </div>
      ) : (
        <Button onClick={() => setIsCreating(true)}>
          <Plus aria-hidden="true" className="size-4" />
          {t('create')}
        </Button>
      )}
      <CreateOrganizationDialog
        isOpen={isCreating}
        onOpenChange={setIsCreating}
        description={t('createHint')}
        onCreated={choose}
      />
    </>
  );
}
