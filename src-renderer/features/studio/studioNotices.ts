import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { i18n } from '../../i18n/index.ts';
import type { Notice } from '../../ui/notice.ts';
import { markRecording } from '../recording/index.ts';
import { openEnabled } from './pictures/pictureActions.ts';
import {
  applyTemplate,
  changeChannel,
  changeOptions,
  changeSetUp,
  deleteTake,
  deleteTemplate,
  downloadTrack,
  emptyBin,
  listen,
  listFiles,
  moveTake,
  readCapture,
  readLibrary,
  readStorage,
  readTemplates,
  readVideoChoices,
  renameTake,
  restoreTake,
  saveTemplate,
  showTakeFolder,
  stopListening,
  undoTemplate,
  workOnTake,
} from './studioThunks.ts';

/** Their failures stand where what they ask for would. */
export const STUDIO_SHOWN_IN_PLACE = [
  readCapture,
  readLibrary,
  readStorage,
  listen,
  readTemplates,
  saveTemplate,
  readVideoChoices,
];

/** What a failed action of the studio says; null where it is none of the studio's. */
export function studioNoticeOf(action: unknown, { code, message }: RpcFailure): Notice | null {
  const t = i18n.getFixedT('en', 'studio', 'failed');
  const notice = (title: string): Notice => ({ id: `studio-${code}`, tone: 'error', title, message });
  if (moveTake.rejected.match(action)) {
    // The document's sentence, alone.
    if (code === 'NO_ENABLED_CHANNEL') return { id: code, tone: 'warning', title: message };
    if (code === 'PLAN_LIMIT') return { id: code, tone: 'warning', title: t('planLimit'), message };
    if (action.meta.arg === 'startTake') return { id: code, tone: 'error', title: t('start', { message }) };
    return notice(t(action.meta.arg));
  }
  if (openEnabled.rejected.match(action)) return { id: code, tone: 'error', title: t('start', { message }) };
  if (markRecording.rejected.match(action)) return notice(t('marker'));
  if (changeChannel.rejected.match(action) || changeSetUp.rejected.match(action)) return notice(t('channel'));
  if (changeOptions.rejected.match(action)) return notice(t('options'));
  if (stopListening.rejected.match(action)) return notice(t('stopListening'));
  if (workOnTake.rejected.match(action)) return notice(t(action.meta.arg.kind));
  if (applyTemplate.rejected.match(action) || undoTemplate.rejected.match(action))
    return notice(t('applyTemplate'));
  if (deleteTemplate.rejected.match(action)) return notice(t('deleteTemplate'));
  if (showTakeFolder.rejected.match(action)) return notice(t('showFolder'));
  if (downloadTrack.rejected.match(action) || listFiles.rejected.match(action)) return notice(t('download'));
  if (renameTake.rejected.match(action)) return notice(t('rename'));
  if (deleteTake.rejected.match(action)) return notice(t('remove'));
  if (restoreTake.rejected.match(action)) return notice(t('restore'));
  return emptyBin.rejected.match(action) ? notice(t('emptyBin')) : null;
}
