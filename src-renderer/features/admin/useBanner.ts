import { useEffect, useState } from 'react';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';

/** Document 3, section 4: what worked is said for so long. */
const SUCCESS_MS = 3000;

export interface Banner {
  tone: 'success' | 'error';
  text: string;
}

export interface BannerState {
  banner: Banner | null;
  succeed: (text: string) => void;
  /** Stays until the next word. */
  fail: (error: unknown) => void;
}

/** What actions say. */
export type Notify = Pick<BannerState, 'succeed' | 'fail'>;

/** What came of the last action, above everything; `staysUntilReplaced`: what worked as well. */
export function useBanner({ staysUntilReplaced = false } = {}): BannerState {
  const [banner, setBanner] = useState<Banner | null>(null);
  useEffect(() => {
    if (banner?.tone !== 'success' || staysUntilReplaced) return undefined;
    const timer = setTimeout(() => setBanner(null), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [banner, staysUntilReplaced]);
  return {
    banner,
    succeed: (text) => setBanner({ tone: 'success', text }),
    fail: (error) =>
      setBanner({ tone: 'error', text: typeof error === 'string' ? error : (error as RpcFailure).message }),
  };
}
