import { useTranslation } from 'react-i18next';
import { readPageContent, type PageSection } from '../../../../src-shared/domain/content.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import type { CheckedJson } from './checkJson.ts';

interface PagePreviewProps {
  values: { title: string; description: string };
  checked: CheckedJson;
}

/** How a page looks with what is typed. All of it is text, whatever is in it. */
export function PagePreview({ values, checked }: PagePreviewProps) {
  const { t } = useTranslation('adminContent');
  if ('problem' in checked) return <MessageBox tone="info">{t('preview.invalid')}</MessageBox>;
  const { sections, unread } = readPageContent(checked.value);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <article
        aria-label={t('preview.label')}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-lg border border-line2 bg-inset p-5 leading-relaxed select-text md:p-8"
      >
        <header className="grid max-w-2xl gap-1.5">
          <h3 dir="auto" className="text-2xl font-semibold tracking-tight">
            {values.title}
          </h3>
          <p dir="auto" className="text-xs text-t2">
            {values.description || t('preview.noDescription')}
          </p>
        </header>
        {sections.length === 0 ? (
          <EmptyState title={t('preview.empty')} message={t('preview.emptyHint')} />
        ) : (
          sections.map((section, index) => <Section key={index} section={section} />)
        )}
      </article>
      {unread.length > 0 && (
        <MessageBox tone="info">{t('preview.unread', { paths: unread.join(', ') })}</MessageBox>
      )}
    </div>
  );
}

function Section({ section: { heading, text, items, link } }: { section: PageSection }) {
  return (
    <section dir="auto" className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-2.5">
      {heading !== '' && <h4 className="text-base font-semibold">{heading}</h4>}
      {text !== '' && <p className="whitespace-pre-line text-t2">{text}</p>}
      {items.length > 0 && (
        <ul className="grid list-disc gap-1 ps-5 text-t2">
          {items.map((item, index) => (
            <li key={index}>{item}</li>
          ))}
        </ul>
      )}
      {link !== null && (
        <p>
          <a
            href={link.address}
            target="_blank"
            rel="noreferrer"
            className="rounded font-medium text-accent underline underline-offset-3"
          >
            {link.label}
          </a>
        </p>
      )}
    </section>
  );
}
