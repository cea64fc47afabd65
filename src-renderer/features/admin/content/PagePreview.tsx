import { useTranslation } from '../../../lib/useTranslation.ts';
import { readPageContent } from '../../../../src-shared/domain/content.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { PageSections } from '../../content/index.ts';
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
          <PageSections sections={sections} heading="h4" />
        )}
      </article>
      {unread.length > 0 && (
        <MessageBox tone="info">{t('preview.unread', { paths: unread.join(', ') })}</MessageBox>
      )}
    </div>
  );
}
