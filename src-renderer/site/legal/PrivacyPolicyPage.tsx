import { LegalPage } from './LegalPage.tsx';
import { PRIVACY_POLICY } from './privacy.en.ts';

export default function PrivacyPolicyPage() {
  return <LegalPage document={PRIVACY_POLICY} />;
}
