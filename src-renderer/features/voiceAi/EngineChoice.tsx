import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { ONLINE_ENGINE_IDS, ONLINE_ENGINES } from '../../../src-shared/domain/voiceAi/index.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Choice } from '../../ui/Choice.tsx';
import { followModels, selectSpeechModels } from '../models/index.ts';
import { useEngine } from './useEngine.ts';
import { saveVoiceSettings } from './voiceThunks.ts';

/** What turns sound into words: a provider, or a model of this computer. */
export function EngineChoice() {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const { id: chosen, online } = useEngine();
  const rows = useSelector(selectSpeechModels);
  useEffect(() => dispatch(followModels()), [dispatch]);
  const installed = rows.filter(
    ({ model, state }) => model.kind === 'speech' && (state === 'installed' || model.id === chosen),
  );
  return (
    <div className="grid gap-2">
      <p className="text-t2">{online ? t('transcription.hint', online) : t('transcription.offlineHint')}</p>
      <Choice
        label={t('transcription.engine')}
        value={chosen}
        options={[
          ...ONLINE_ENGINE_IDS.map((value) => ({
            value: value as string,
            label: t('transcription.online', {
              provider: ONLINE_ENGINES[value].name,
              model: ONLINE_ENGINES[value].model,
            }),
          })),
          ...installed.map(({ model }) => ({
            value: model.id,
            label: t('transcription.offline', { name: model.name }),
          })),
        ]}
        onChange={(engine) => void dispatch(saveVoiceSettings({ engine }))}
      />
      {installed.length === 0 && rows.length > 0 && (
        <Link to={`${ROUTES.settings}?tab=advanced`} className="text-xs text-accent underline">
          {t('transcription.noModel')}
        </Link>
      )}
    </div>
  );
}
