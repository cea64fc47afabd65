import { useTranslation } from '../../lib/useTranslation.ts';
import { COOKIE_POLICY } from './cookies.en.ts';
import type { LegalDocument, LegalDocumentId, LegalDocuments } from './legalDocument.ts';
import { PRIVACY_POLICY } from './privacy.en.ts';
import { TERMS_OF_SERVICE } from './terms.en.ts';

/** The binding ones. */
export const ENGLISH_DOCUMENTS: LegalDocuments = {
  privacy: PRIVACY_POLICY,
  terms: TERMS_OF_SERVICE,
  cookies: COOKIE_POLICY,
};

/** A legal text in the language that is spoken. Translations come with the texts of the public pages. */
export function useLegalDocument(id: LegalDocumentId): LegalDocument {
  const { i18n } = useTranslation();
  const translated = i18n.getResource(i18n.language, 'legalDocuments', id) as LegalDocument | undefined;
  return translated ?? ENGLISH_DOCUMENTS[id];
}
