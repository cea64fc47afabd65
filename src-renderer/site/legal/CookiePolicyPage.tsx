import { CookieChoice } from './CookieChoice.tsx';
import { CHOICE_SECTION, COOKIE_POLICY } from './cookies.en.ts';
import { LegalPage } from './LegalPage.tsx';

export default function CookiePolicyPage() {
  return <LegalPage document={COOKIE_POLICY} after={{ id: CHOICE_SECTION, content: <CookieChoice /> }} />;
}
