import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { i18n } from '../../i18n/index.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { showNotice } from '../../ui/notice.ts';
import { restoreTake } from './studioThunks.ts';

/** Brings a deleted recording back, and says where another one has its name by now. */
export function restoreAndReport(input: { id: string; key?: string }) {
  return async (dispatch: ThunkDispatch<unknown, ThunkExtra, UnknownAction>): Promise<void> => {
    const result = await dispatch(restoreTake(input));
    if (!restoreTake.fulfilled.match(result) || result.payload.id === input.id) return;
    const { id: folder, name } = result.payload;
    const t = i18n.getFixedT(null, 'studio', 'recordings.bin');
    showNotice({ tone: 'info', title: t('restoredAs', { name }), message: t('restoredWhere', { folder }) });
  };
}
