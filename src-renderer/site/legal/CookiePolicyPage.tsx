import { CookieChoice } from '../consent/CookieChoice.tsx';
import { CHOICE_SECTION } from './cookies.en.ts';
import { LegalPage } from './LegalPage.tsx';

export default function CookiePolicyPage() {
  return <LegalPage id="cookies" after={{ id: CHOICE_SECTION, content: <CookieChoice /> }} />;
}
