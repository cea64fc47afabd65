import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { UPDATE_FREQUENCIES } from '../../../src-shared/domain/roomLearning.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { showNotice } from '../../ui/notice.ts';
import { selectIsConnected, selectSettings, updateSettings } from '../workspace/index.ts';
import { Section, SelectRow, SwitchRow } from './rows.tsx';

/** What SoundDesk learns of rooms, how often, and the way to have it learned again. */
export function LearningSection() {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const count = Object.keys(useSelector(selectSettings).learnedRooms).length;
  const isConnected = useSelector(selectIsConnected);
  const forget = async () => {
    const result = await dispatch(updateSettings({ learnedRooms: {} }));
    if (updateSettings.fulfilled.match(result)) showNotice({ tone: 'success', title: t('rooms.forgotten') });
  };
  return (
    <Section title={t('sections.learning')}>
      <SwitchRow
        field="adaptiveLearning"
        label={t('fields.adaptiveLearning')}
        hint={t('hints.adaptiveLearning')}
      />
      <SelectRow
        field="updateFrequency"
        label={t('fields.updateFrequency')}
        hint={t('hints.updateFrequency')}
        options={UPDATE_FREQUENCIES.map((value) => ({ value, label: t(`updateFrequencies.${value}`) }))}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-t3">{t('rooms.count', { count })}</p>
        <Button size="sm" disabled={count === 0 || !isConnected} onClick={() => void forget()}>
          {t('rooms.forget')}
        </Button>
      </div>
    </Section>
  );
}
