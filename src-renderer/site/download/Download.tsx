import { useTranslation } from '../../lib/useTranslation.ts';
import { CopyableCommand } from '../CopyableCommand.tsx';
import { DownloadOffer } from './DownloadOffer.tsx';
import { SECTION_IDS } from '../links.ts';
import { SupportTable } from '../SupportTable.tsx';

/** How to get it today, and what works where. */
export function Download() {
  const { t } = useTranslation('site');
  return (
    <section
      id={SECTION_IDS.download}
      aria-labelledby="download-title"
      className="scroll-mt-16 border-t border-line bg-side"
    >
      <div className="mx-auto grid max-w-[72.5rem] gap-x-16 gap-y-12 px-4 py-20 sm:px-6 lg:grid-cols-[5fr_6fr] lg:py-28">
        <div>
          <h2 id="download-title" className="text-3xl font-semibold tracking-tight sm:text-4xl">
            {t('download.title')}
          </h2>
          <p className="mt-4 max-w-[46ch] text-lg leading-relaxed text-t2">{t('download.lead')}</p>
          <DownloadOffer />
        </div>
        <div className="rounded-xl border border-line2 bg-panel shadow-panel lg:self-center">
          <CopyableCommand purpose={t('download.start')} command="npm start" />
          <CopyableCommand
            purpose={t('download.clean')}
            command="npx sounddesk clean interview.wav -o clean.wav"
          />
          <CopyableCommand purpose={t('download.test')} command="npm test" />
        </div>
        <SupportTable />
      </div>
    </section>
  );
}
