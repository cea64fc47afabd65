import { Check, Copy, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { affiliateLink, ATTRIBUTION_DAYS } from '../../../src-shared/domain/affiliate.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { showNotice } from '../../ui/notice.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ListFailure } from '../../ui/list/index.ts';
import { useReadAffiliateSiteQuery } from './affiliateApi.ts';

/** Document 3, section 9. */
const COPIED_MS = 2000;

/** The link, to copy and to share. */
export function LinkCard({ code }: { code: string }) {
  const { t } = useTranslation('affiliate');
  const { data: site, error, refetch } = useReadAffiliateSiteQuery();
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Card aria-labelledby="affiliate-link">
      <CardHeader id="affiliate-link" title={t('link.title')} />
      {site === undefined && <Skeleton className="h-9" />}
      {site === null && (
        <MessageBox tone="info" hint={t('link.noSiteHint')}>
          {t('link.noSite')}
        </MessageBox>
      )}
      {typeof site === 'string' && <Link link={affiliateLink(site, code)} />}
      <p className="mt-3 text-xs text-t2">{t('link.hint', { code, days: ATTRIBUTION_DAYS })}</p>
    </Card>
  );
}

function Link({ link }: { link: string }) {
  const { t } = useTranslation('affiliate');
  const { isCopied, copy } = useCopy(link);
  return (
    <div className="flex flex-wrap gap-2">
      <Input
        readOnly
        aria-label={t('link.label')}
        value={link}
        className="grow basis-72 font-mono text-xs"
        onFocus={({ target }) => target.select()}
      />
      <Button variant="primary" onClick={() => void copy()}>
        {isCopied ? (
          <Check aria-hidden="true" className="size-4" />
        ) : (
          <Copy aria-hidden="true" className="size-4" />
        )}
        <span aria-live="polite">{isCopied ? t('link.copied') : t('link.copy')}</span>
      </Button>
      <DropdownMenu
        trigger={
          <Button>
            <Share2 aria-hidden="true" className="size-4" />
            {t('link.share')}
          </Button>
        }
        groups={[
          targetsOf(link, t('link.shareText'), t('link.email')).map(({ id, label, url }) => ({
            id,
            label,
            onSelect: () => void window.open(url, '_blank', 'noopener,noreferrer'),
          })),
        ]}
      />
    </div>
  );
}

function useCopy(text: string) {
  const { t } = useTranslation('affiliate');
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopiedAt(Date.now());
    } catch {
      // The browser or its user forbids it.
      showNotice({ tone: 'error', title: t('link.notCopied') });
    }
  };
  return { isCopied: copiedAt !== null, copy };
}

/** Addresses that these services publish for sharing: nothing is loaded from them before one is chosen. */
function targetsOf(link: string, text: string, email: string) {
  const address = (base: string, fields: Record<string, string>) => `${base}?${new URLSearchParams(fields)}`;
  return [
    { id: 'x', label: 'X', url: address('https://x.com/intent/post', { text, url: link }) },
    {
      id: 'facebook',
      label: 'Facebook',
      url: address('https://www.facebook.com/sharer/sharer.php', { u: link }),
    },
    {
      id: 'linkedin',
      label: 'LinkedIn',
      url: address('https://www.linkedin.com/sharing/share-offsite/', { url: link }),
    },
    { id: 'whatsapp', label: 'WhatsApp', url: address('https://wa.me/', { text: `${text} ${link}` }) },
    {
      id: 'email',
      label: email,
      url: `mailto:?subject=SoundDesk&body=${encodeURIComponent(`${text}\n\n${link}`)}`,
    },
  ];
}
