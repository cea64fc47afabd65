import { useTranslation } from '../../lib/useTranslation.ts';
import { contactHref } from '../../../src-shared/domain/content.ts';
import { useReadPublicContactsQuery } from './publicContactsApi.ts';

/** Other ways than the form, as far as an admin published them; nothing at all while there are none. */
export function ContactList() {
  const { t } = useTranslation('contact');
  const { data } = useReadPublicContactsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="contact-ways" className="mt-8 border-t border-line pt-6">
      <h2 id="contact-ways" className="text-lg font-semibold tracking-tight">
        {t('ways')}
      </h2>
      <ul className="mt-4 grid gap-5 sm:grid-cols-2">
        {data.map(({ id, title, description, contact_value: value, availability }) => (
          <li key={id} dir="auto" className="grid min-w-0 content-start gap-1 text-title wrap-anywhere">
            <h3 className="font-medium">{title}</h3>
            <Way value={value} />
            {description !== '' && (
              <p className="leading-relaxed whitespace-pre-line text-t2">{description}</p>
            )}
            {availability !== null && <p className="text-t2">{availability}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Way({ value }: { value: string }) {
  const href = contactHref(value);
  if (href === null) return <p>{value}</p>;
  return (
    <p>
      <a href={href} rel="noreferrer" className="rounded text-accent underline underline-offset-3">
        {value}
      </a>
    </p>
  );
}
