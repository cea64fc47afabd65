export const COLUMNS = ['user', 'role', 'status', 'lastActive', 'joined', 'actions'] as const;

/** Where there is no room for a column, what it says is below the name, or waits for more room. */
export const SHOWN_FROM: Record<(typeof COLUMNS)[number], string> = {
  user: '',
  role: 'hidden sm:table-cell',
  status: 'hidden sm:table-cell',
  lastActive: 'hidden lg:table-cell',
  joined: 'hidden lg:table-cell',
  actions: '',
};
