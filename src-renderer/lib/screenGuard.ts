import { createContext } from 'react';

/**
 * Who may see a screen: anybody, anyone who has a workspace here, admins, or super admins, who are admins too. The server decides
 * again on each request.
 */
export type ScreenGuard = 'open' | 'workspace' | 'admin' | 'superAdmin';

/** Of the screen that is drawn; outside of one nobody passes but super admins. */
export const ScreenGuardContext = createContext<ScreenGuard>('superAdmin');
