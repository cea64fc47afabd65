import { Download as DownloadIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { ActionLink } from '../ActionLink.tsx';
import { LeadForm } from '../LeadForm.tsx';
import { SIGN_UP } from '../links.ts';
import { INSTALLERS, installersFor, SYSTEMS, systemOf, type Installer, type System } from './installers.ts';

/** The installers that exist for the visitor's system, with their checksums; else they can be asked for. */
export function DownloadOffer({ installers = INSTALLERS }: { installers?: readonly Installer[] }) {
  // Drawn ahead it is nobody's, and shows what there is for all.
  const [system] = useState(() => systemOf(navigator));
  const own = installersFor(system, installers);
  return own.length > 0 ? <InstallerList installers={own} /> : <Request system={system} />;
}

function InstallerList({ installers }: { installers: readonly Installer[] }) {
  const { t } = useTranslation('site');
  return (
    <ul className="mt-8 grid gap-5">
      {installers.map(({ file, url, sizeBytes, sha256 }) => (
        <li key={file}>
          <a
            href={url}
            className="inline-flex h-12 items-center gap-2.5 rounded-lg bg-accent px-6 font-medium text-on-accent hover:brightness-110"
          >
            <DownloadIcon size={18} aria-hidden="true" />
            {t('download.installer', { file, size: formatBytes(sizeBytes) })}
          </a>
          <p className="mt-2 text-xs text-t3">
            SHA-256 <code className="font-mono [overflow-wrap:anywhere]">{sha256}</code>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Request({ system }: { system: System | null }) {
  const { t } = useTranslation('site');
  return (
    <>
      <p className="mt-8 max-w-[46ch] leading-relaxed text-t2">{t('download.requestLead')}</p>
      <ul className="mt-4 flex flex-wrap gap-3">
        {SYSTEMS.map((one) => (
          <li key={one}>
            <ActionLink
              target={`${ROUTES.contact}?type=license_request`}
              look={one === system ? 'primary' : 'secondary'}
            >
              {t('download.request', { system: t(`download.systems.${one}`) })}
            </ActionLink>
          </li>
        ))}
      </ul>
      <p className="mt-8 max-w-[46ch] leading-relaxed text-t2">{t('download.keyLead')}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <ActionLink target={`${ROUTES.contact}?type=license_request`} look="secondary">
          {t('download.withKey')}
        </ActionLink>
        <ActionLink target={SIGN_UP} look="secondary">
          {t('download.requestWithLicence')}
        </ActionLink>
      </p>
      <div className="mt-6">
        <LeadForm />
      </div>
    </>
  );
}
