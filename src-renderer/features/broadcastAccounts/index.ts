export { AccountAlerts } from './AccountAlerts.tsx';
export { AccountSection } from './AccountSection.tsx';
export { HealthLine, useTotalViewers, useViewers } from './accountFigures.tsx';
export { broadcastAccountsSlice, chatShown } from './accountsSlice.ts';
export { selectIsChatShown, selectSpeeds, type SpeedResult } from './accountsState.ts';
export { fillDestination, followAccounts, measureSpeed } from './accountsThunks.ts';
export { ChatCard } from './ChatCard.tsx';
