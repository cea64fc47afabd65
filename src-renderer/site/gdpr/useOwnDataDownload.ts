import { useEffect, useRef, useState } from 'react';
import { PRODUCT_PREFIX } from '../../../src-shared/domain/product.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { useLazyReadOwnFactsQuery, useLazyReadOwnListQuery } from './ownDataApi.ts';
import { writeOwnData } from './writeOwnData.ts';

export const OWN_DATA_FILE = `${PRODUCT_PREFIX}-my-data.json`;

/** Saves all that is kept of the account as one file; `rows` is its progress while it runs. */
export function useOwnDataDownload() {
  const [rows, setRows] = useState<number | null>(null);
  const [readFacts] = useLazyReadOwnFactsQuery();
  const [readList] = useLazyReadOwnListQuery();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    rows,
    giveUp: () => running.current?.abort(),
    /** Whether it was saved; false where it was given up. Rejects with what failed. */
    download: async (): Promise<boolean> => {
      const controller = new AbortController();
      running.current = controller;
      setRows(0);
      try {
        const source = {
          readFacts: () => readFacts().unwrap(),
          readList: (list: string, after: { at: string; id: string } | null) =>
            readList({ list, after }).unwrap(),
        };
        // What the browser may keep outside its memory, page by page.
        const parts: Blob[] = [];
        for await (const part of writeOwnData(source, controller.signal)) {
          parts.push(new Blob([part.text]));
          setRows(part.rows);
        }
        saveBlob(new Blob(parts, { type: 'application/json' }), OWN_DATA_FILE);
        return true;
      } catch (error) {
        if (controller.signal.aborted) return false;
        throw error;
      } finally {
        running.current = null;
        setRows(null);
      }
    },
  };
}
