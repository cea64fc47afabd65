import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { showNotice } from '../../ui/notice.ts';
import { exportPresets, importPresets } from './enhancementThunks.ts';
import { selectPresetList } from '../engine/index.ts';

const FILE_NAME = 'sounddesk-presets.json';

/** One's own presets to a file and back; what is wrong with a file is reported. */
export function usePresetFiles() {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const hasOwn = useSelector(selectPresetList).some(({ isDefault }) => !isDefault);

  async function importFile(file: File): Promise<void> {
    let document: unknown;
    try {
      document = JSON.parse(await file.text());
    } catch {
      showNotice({
        tone: 'error',
        title: t('presets.importFailed'),
        message: t('presets.notJson', { name: file.name }),
      });
      return;
    }
    const result = await dispatch(importPresets({ document, label: t('steps.import') }));
    if (importPresets.fulfilled.match(result))
      showNotice({ tone: 'success', title: t('presets.imported', { count: result.payload }) });
  }

  async function exportFile(): Promise<void> {
    const result = await dispatch(exportPresets());
    if (!exportPresets.fulfilled.match(result)) return;
    const text = JSON.stringify(result.payload, null, 2);
    saveBlob(new Blob([`${text}\n`], { type: 'application/json' }), FILE_NAME);
  }

  return { importFile, exportFile, hasOwn };
}
