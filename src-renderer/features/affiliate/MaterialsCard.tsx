import { Code, Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { affiliateLink } from '../../../src-shared/domain/affiliate.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { showNotice } from '../../ui/notice.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useReadAffiliateSiteQuery } from './affiliateApi.ts';
import { drawBanner, BANNER_FORMATS, BANNER_LOOKS, type BannerFormat, type BannerLook } from './banners.ts';

/** Images to place with the link, drawn in this page. */
export function MaterialsCard({ code }: { code: string }) {
  const { t } = useTranslation('affiliate');
  const { data: site } = useReadAffiliateSiteQuery();
  const [look, setLook] = useState<BannerLook>('dark');
  return (
    <Card aria-labelledby="affiliate-materials">
      <CardHeader
        id="affiliate-materials"
        title={t('materials.title')}
        actions={
          <SegmentedControl
            label={t('materials.look')}
            value={look}
            onChange={setLook}
            segments={BANNER_LOOKS.map((value) => ({ value, label: t(`materials.looks.${value}`) }))}
          />
        }
      />
      <p className="mb-4 text-t2">{t('materials.hint')}</p>
      <ul className="grid gap-4 md:grid-cols-2">
        {BANNER_FORMATS.map((format) => (
          <Banner
            key={format.id}
            format={format}
            look={look}
            link={typeof site === 'string' ? affiliateLink(site, code) : null}
          />
        ))}
      </ul>
    </Card>
  );
}

interface BannerProps {
  format: BannerFormat;
  look: BannerLook;
  /** null: there is no address to lead to. */
  link: string | null;
}

function Banner({ format, look, link }: BannerProps) {
  const { t } = useTranslation('affiliate');
  const canvas = useCanvas(format, look);
  const name = t(`materials.formats.${format.id}`);
  const fileName = `sounddesk-${format.width}x${format.height}-${look}.png`;
  const save = () =>
    canvas.current?.toBlob((blob) => {
      if (blob) saveBlob(blob, fileName);
      else showNotice({ tone: 'error', title: t('materials.failed') });
    }, 'image/png');
  const copyCode = async (to: string) => {
    const alt = t('materials.banner.alt');
    const html = `<a href="${to}"><img src="${fileName}" width="${format.width}" height="${format.height}" alt="${alt}"></a>`;
    try {
      await navigator.clipboard.writeText(html);
      showNotice({ tone: 'success', title: t('materials.codeCopied') });
    } catch {
      // The browser or its user forbids it.
      showNotice({ tone: 'error', title: t('link.notCopied') });
    }
  };
  return (
    <li className="grid grid-rows-[1fr_auto] gap-3 rounded-lg border border-line2 bg-inset p-3">
      <div className="grid min-h-24 place-items-center">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${name}: ${t('materials.banner.alt')}`}
          width={format.width}
          height={format.height}
          className="h-auto max-h-64 w-auto max-w-full"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          {name}{' '}
          <span className="text-xs text-t2 tabular-nums">
            {t('materials.size', { width: format.width, height: format.height })}
          </span>
        </p>
        <span className="flex flex-wrap gap-2">
          {link !== null && (
            <Button
              size="sm"
              aria-label={t('materials.codeOne', { name })}
              onClick={() => void copyCode(link)}
            >
              <Code aria-hidden="true" className="size-4" />
              {t('materials.code')}
            </Button>
          )}
          <Button size="sm" aria-label={t('materials.saveOne', { name })} onClick={save}>
            <Download aria-hidden="true" className="size-4" />
            {t('materials.save')}
          </Button>
        </span>
      </div>
    </li>
  );
}

/** Drawn once the fonts are there; again where the look changes. */
function useCanvas(format: BannerFormat, look: BannerLook) {
  const { t } = useTranslation('affiliate');
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const draw = () => {
      const context = canvas.current?.getContext('2d');
      if (isGone || !context) return;
      const { fontFamily } = getComputedStyle(document.body);
      const words = {
        headline: t('materials.banner.headline'),
        text: t('materials.banner.text'),
        offer: t('materials.banner.offer'),
        small: t('materials.banner.small'),
      };
      drawBanner(context, format, look, words, fontFamily);
    };
    void document.fonts.ready.then(draw);
    return () => {
      isGone = true;
    };
  }, [format, look, t]);
  return canvas;
}
