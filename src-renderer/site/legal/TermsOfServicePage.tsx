import { LegalPage } from './LegalPage.tsx';
import { TERMS_OF_SERVICE } from './terms.en.ts';

export default function TermsOfServicePage() {
  return <LegalPage document={TERMS_OF_SERVICE} />;
}
