import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ONLINE_ENGINE, TRANSCRIPTION_MODEL } from '../../../src-shared/domain/voiceAi/index.ts';
import { dataOf } from '../../lib/loadable.ts';
import { formatCost } from '../../lib/money.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Select } from '../../ui/Select.tsx';
import { followModels, selectSpeechModels } from '../models/index.ts';
import { selectPrices, selectVoiceInfo } from './voiceSlice.ts';
import { saveVoiceSettings } from './voiceThunks.ts';

/** What turns sound into words: OpenAI, or a model of this computer. */
export function EngineChoice() {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const chosen = dataOf(useSelector(selectVoiceInfo))?.settings.engine ?? ONLINE_ENGINE;
  const prices = useSelector(selectPrices);
  const rows = useSelector(selectSpeechModels);
  useEffect(() => dispatch(followModels()), [dispatch]);
  const installed = rows.filter(
    ({ model, state }) => model.kind === 'speech' && (state === 'installed' || model.id === chosen),
  );
  return (
    <div className="grid gap-2">
      <p className="text-t2">
        {chosen === ONLINE_ENGINE
          ? t('transcription.hint', {
              model: TRANSCRIPTION_MODEL,
              price: formatCost(prices.transcriptionMinute),
            })
          : t('transcription.offlineHint')}
      </p>
      {installed.length > 0 ? (
        <Select
          label={t('transcription.engine')}
          value={chosen}
          options={[
            { value: ONLINE_ENGINE, label: t('transcription.online', { model: TRANSCRIPTION_MODEL }) },
            ...installed.map(({ model }) => ({
              value: model.id,
              label: t('transcription.offline', { name: model.name }),
            })),
          ]}
          onChange={(engine) => void dispatch(saveVoiceSettings({ engine }))}
        />
      ) : (
        rows.length > 0 && (
          <Link to={`${ROUTES.settings}?tab=advanced`} className="text-xs text-accent underline">
            {t('transcription.noModel')}
          </Link>
        )
      )}
    </div>
  );
}
