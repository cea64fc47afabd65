import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectIsAdmin, selectIsSuperAdmin } from './sessionSlice.ts';

/** Shows an admin screen to super admins, and what stands in its place to everybody else. */
export function RequireSuperAdmin({ children, refusal }: { children: ReactNode; refusal: ReactNode }) {
  return useSelector(selectIsSuperAdmin) ? children : refusal;
}

/** The same for a screen that admins share. */
export function RequireAdmin({ children, refusal }: { children: ReactNode; refusal: ReactNode }) {
  return useSelector(selectIsAdmin) ? children : refusal;
}
