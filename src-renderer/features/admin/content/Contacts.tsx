import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ListFailure } from '../../../ui/list/index.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { useListContactsQuery, useRemoveContactMutation, type Contact } from './contactsApi.ts';
import { EntryCard } from './EntryCard.tsx';
import type { Notify } from '../useBanner.ts';

/** How one is reached, in the order of the public pages. */
export function Contacts({ notify }: { notify: Notify }) {
  const { t } = useTranslation('adminContent');
  const { data, error, refetch } = useListContactsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [written, setWritten] = useState<Contact | 'new' | null>(null);
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-xl" />;
  const add = (
    <Button variant="primary" onClick={() => setWritten('new')}>
      <Plus aria-hidden="true" className="size-4" />
      {t('contacts.add')}
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {data.length === 0 ? (
        <Card>
          <EmptyState title={t('contacts.empty')} message={t('contacts.emptyHint')} action={add} />
        </Card>
      ) : (
        <>
          <div className="flex justify-end">{add}</div>
          <ul aria-label={t('contacts.list')} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
            {data.map((contact) => (
              <li key={contact.id}>
                <ContactCard contact={contact} onEdit={() => setWritten(contact)} notify={notify} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ContactDialog
        contact={written}
        nextPlace={Math.max(0, ...data.map(({ order_index: place }) => place + 1))}
        onClose={() => setWritten(null)}
        onSaved={() => {
          setWritten(null);
          notify.succeed(t('contacts.saved'));
        }}
      />
    </div>
  );
}

function ContactCard({ contact, onEdit, notify }: { contact: Contact; onEdit: () => void; notify: Notify }) {
  const { t } = useTranslation('adminContent');
  const [remove] = useRemoveContactMutation();
  return (
    <EntryCard
      title={contact.title}
      badges={
        <>
          <Badge tone={contact.is_active ? 'good' : 'neutral'}>
            {t(contact.is_active ? 'contacts.active' : 'contacts.inactive')}
          </Badge>
          {contact.is_primary && <Badge tone="accent">{t('contacts.primary')}</Badge>}
        </>
      }
      facts={[t(`contacts.types.${contact.contact_type}`), contact.contact_value, contact.availability]}
      description={contact.description}
      removeAsk={t('contacts.removeAsk')}
      removed={t('contacts.removed')}
      onEdit={onEdit}
      remove={() => remove(contact)}
      notify={notify}
    />
  );
}
