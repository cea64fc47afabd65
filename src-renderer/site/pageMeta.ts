import { createContext } from 'react';

/** Hears what a page calls itself while it is drawn ahead (`prerender.tsx`); nobody does in a browser. */
export const PageMetaContext = createContext<((title: string, description: string) => void) | null>(null);
