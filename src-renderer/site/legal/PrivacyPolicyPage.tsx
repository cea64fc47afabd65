import { LegalPage } from './LegalPage.tsx';

export default function PrivacyPolicyPage() {
  return <LegalPage id="privacy" />;
}
