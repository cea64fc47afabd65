import './texts.en.ts';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { contactTypeOf } from '../../../src-shared/domain/contact.ts';
import { selectSession } from '../../features/auth/index.ts';
import { Button } from '../../ui/Button.tsx';
import { UnsupportedState } from '../../ui/StateMessage.tsx';
import { readHandedOver } from '../chat/handOver.ts';
import { ContactForm } from './ContactForm.tsx';
import { ContactList } from './ContactList.tsx';

/** The form, and below it the other ways there are; or why there is none. */
export default function Message() {
  const { t } = useTranslation('contact');
  const session = useSelector(selectSession);
  if (session.status === 'ready' && session.data.kind === 'local')
    return (
      <UnsupportedState title={t('none.title')} message={t('none.text', { reason: session.data.reason })} />
    );
  return (
    <>
      <Form />
      <ContactList />
    </>
  );
}

/** The form, or what is in its place once it was sent. */
function Form() {
  const { t } = useTranslation('contact');
  const [search] = useSearchParams();
  const [isSent, setIsSent] = useState(false);
  const type = contactTypeOf(search.get('type'));
  // Another address, or another conversation with the assistant, is another form.
  if (!isSent)
    return <ContactForm key={`${type}:${readHandedOver()}`} type={type} onSent={() => setIsSent(true)} />;
  return (
    <div role="status" className="grid justify-items-center gap-2 py-10 text-center">
      <CircleCheck size={40} strokeWidth={1.5} className="text-grn-text" aria-hidden="true" />
      <h2 className="mt-2 text-2xl font-semibold tracking-tight">{t('sent.title')}</h2>
      <p className="text-t2">{t('sent.text')}</p>
      <Button className="mt-5" onClick={() => setIsSent(false)}>
        {t('sent.again')}
      </Button>
    </div>
  );
}
