import { useState } from 'react';
import { useListOrganizationsQuery, type Organization } from './organizationsApi.ts';

const STORED = 'sounddesk.organization';

/** Has the screens of an organisation open with this one. */
export function rememberOrganization(id: string): void {
  localStorage.setItem(STORED, id);
}

export interface OrganizationChoice {
  list: readonly Organization[] | undefined;
  current: Organization | null;
  choose: (id: string) => void;
  error: unknown;
  refetch: () => void;
}

/** One's organisations, and the one that is worked in: the last one chosen here, else the first that is shared. */
export function useOrganization(): OrganizationChoice {
  const {
    data: list,
    error,
    refetch,
  } = useListOrganizationsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORED));
  const current =
    list?.find(({ id }) => id === chosen) ??
    list?.find((one) => !one.is_personal && one.status === 'active') ??
    list?.[0] ??
    null;
  return {
    list,
    current,
    choose(id) {
      rememberOrganization(id);
      setChosen(id);
    },
    error,
    refetch: () => void refetch(),
  };
}

/** Whether the workspace is an organization's where one is neither owner nor admin. */
export function useIsOnlyMember(): boolean {
  const { current } = useOrganization();
  return current !== null && !current.is_personal && current.status === 'active' && current.role === 'member';
}
