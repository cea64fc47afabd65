import { useEffect } from 'react';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';

/** Names the page in the tab and the history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
    return () => void (document.title = PRODUCT_NAME);
  }, [title]);
}
