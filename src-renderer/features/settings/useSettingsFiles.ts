import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import type { useAppDispatch } from '../../lib/store.ts';
import { showNotice } from '../../ui/notice.ts';
import { showUndoNotice } from '../../ui/undoNotice.ts';
import { selectSettings, type SettingsPatch } from '../workspace/index.ts';
import { applySettings, resetSettings } from './applyThunk.ts';
import {
  differencesOf,
  MAX_SETTINGS_FILE_BYTES,
  readSettingsFile,
  SETTINGS_FILE_NAME,
  settingsDocument,
  withoutNewFolders,
  type Difference,
  type FileProblem,
} from './settingsFile.ts';

/** One way back is offered at a time: the newest. */
const UNDO_ID = 'settings-undo';

type Dispatch = ReturnType<typeof useAppDispatch>;

/** A file that was read and found good, before it is taken. */
export interface PendingImport {
  name: string;
  patch: SettingsPatch;
  differences: Difference[];
  /** Plug-in folders that it names and that are added on their own screen. */
  leftOut: string[];
}

/** Settings to a file and back: what a file would change is shown first, and what is wrong with it is reported. */
export function useSettingsFiles(dispatch: Dispatch) {
  const { t } = useTranslation('settings');
  const settings = useSelector(selectSettings);
  const [pending, setPending] = useState<PendingImport | null>(null);
  const refuse = (message: string) =>
    showNotice({ id: 'settings-import', tone: 'error', title: t('file.failed'), message });

  function exportFile(): void {
    saveBlob(new Blob([settingsDocument(settings)], { type: 'application/json' }), SETTINGS_FILE_NAME);
    showNotice({
      tone: 'success',
      title: t('file.exported', { name: SETTINGS_FILE_NAME }),
      message: t('file.exportHint'),
    });
  }

  async function openFile(file: File): Promise<void> {
    const { name } = file;
    if (file.size > MAX_SETTINGS_FILE_BYTES) return refuse(t('file.tooLarge', { name }));
    const read = readSettingsFile(await file.text());
    if (!read.isGood) return refuse(problemText(read.problem, name));
    const { patch, leftOut } = withoutNewFolders(settings, read.patch);
    setPending({ name, patch, leftOut, differences: differencesOf(settings, patch) });
  }

  function problemText(problem: FileProblem, name: string): string {
    if (problem.kind !== 'bad') return t('file.notJson', { name });
    return t('file.bad', { name, place: problem.place, reason: problem.reason });
  }

  async function apply(): Promise<void> {
    if (!pending) return;
    setPending(null);
    const result = await dispatch(applySettings(pending.patch));
    if (!applySettings.fulfilled.match(result)) return;
    const before = result.payload;
    showUndoNotice(t('file.applied'), t('undo'), () => void dispatch(applySettings(before)), UNDO_ID);
  }

  return { pending, exportFile, openFile, apply, cancel: () => setPending(null) };
}

/** All to the defaults, with a way back. */
export function useResetSettings(dispatch: Dispatch): () => Promise<void> {
  const { t } = useTranslation('settings');
  return async () => {
    const result = await dispatch(resetSettings());
    if (!resetSettings.fulfilled.match(result)) return;
    const before = result.payload;
    showUndoNotice(t('resetDone'), t('undo'), () => void dispatch(applySettings(before)), UNDO_ID);
  };
}
