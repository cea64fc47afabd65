import './texts.en.ts';
import { useTranslation } from '../lib/useTranslation.ts';
import { Comparison } from './compare/Comparison.tsx';
import { DemoSection } from './demo/DemoSection.tsx';
import { Download } from './download/Download.tsx';
import { Features } from './Features.tsx';
import { Hero } from './hero/Hero.tsx';
import { OutletWhenNear } from './OutletWhenNear.tsx';
import { SitePage } from './SitePage.tsx';
import { StudioSection } from './studio/StudioSection.tsx';
import { UnknownPathNotice } from './UnknownPathNotice.tsx';

/** The public front page (document 3, section 2.2), and where unknown paths end. */
export default function LandingPage() {
  const { t } = useTranslation('site');
  return (
    <SitePage title={t('meta.title')} description={t('meta.description')}>
      <UnknownPathNotice />
      <Hero />
      <DemoSection />
      <StudioSection />
      <Features />
      <Comparison />
      <OutletWhenNear />
      <Download />
    </SitePage>
  );
}
