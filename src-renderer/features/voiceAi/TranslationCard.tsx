import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  TRANSLATION_LANGUAGE_IDS,
  TRANSLATORS,
  type TranslationLanguage,
} from '../../../src-shared/domain/voiceAi/index.ts';
import { estimateTranslationUsd } from '../../../src-shared/domain/voiceAi/prices.ts';
import { spokenLanguage, translationPath } from '../../../src-shared/domain/models/index.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { formatCost } from '../../lib/money.ts';
import { MissingModel } from '../models/index.ts';
import { selectPrices, selectVoiceInfo, selectWords, wordsChanged } from './voiceSlice.ts';
import { saveVoiceSettings, translate } from './voiceThunks.ts';

const NONE = 'none';

/** The transcript in another language, beside the original. */
export function TranslationCard() {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const { transcript, translation, target, step } = useSelector(selectWords);
  const prices = useSelector(selectPrices);
  const translator = dataOf(useSelector(selectVoiceInfo))?.settings.translator ?? 'openai';
  const isOffline = translator === 'offline';
  const text = transcript?.text.trim() ?? '';
  return (
    <Card aria-labelledby="voice-translation">
      <CardHeader id="voice-translation" title={t('translation.title')} />
      <div className="grid gap-3">
        <Choice
          label={t('translation.translator')}
          value={translator}
          options={TRANSLATORS.map((id) => ({ value: id, label: t(`translation.translators.${id}`) }))}
          onChange={(chosen) => void dispatch(saveVoiceSettings({ translator: chosen }))}
        />
        <div className="flex flex-wrap items-end gap-2.5">
          <div className="min-w-44 grow">
            <Choice
              label={t('translation.language')}
              value={target ?? NONE}
              options={[
                { value: NONE, label: t('translation.none') },
                ...TRANSLATION_LANGUAGE_IDS.map((id) => ({
                  value: id,
                  label: t(`translation.languages.${id}`),
                })),
              ]}
              onChange={(value) =>
                dispatch(
                  wordsChanged({ target: TRANSLATION_LANGUAGE_IDS.find((id) => id === value) ?? null }),
                )
              }
            />
          </div>
          <Button
            disabled={target === null || text === '' || step !== 'idle'}
            onClick={() => target !== null && void dispatch(translate(target))}
          >
            {t('translation.run')}
          </Button>
        </div>
        {isOffline && target !== null && <MissingModels from={transcript?.language ?? null} to={target} />}
        {!isOffline && target !== null && text !== '' && translation === null && (
          <p className="text-xs text-t3">
            {t('translation.about', { price: formatCost(estimateTranslationUsd(text, prices)) })}
          </p>
        )}
        {translation === null ? (
          <p className="text-t3">{t('translation.empty')}</p>
        ) : (
          <div>
            <ol
              aria-label={t('translation.sentences')}
              tabIndex={0}
              className="grid max-h-[50vh] grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto rounded-lg bg-inset px-3 py-2"
            >
              {translation.sentences.map(({ original, translated }, index) => (
                <li key={index} className="grid grid-cols-[minmax(0,1fr)] gap-x-4 sm:grid-cols-2">
                  <span className="break-words whitespace-pre-wrap text-t2">{original}</span>
                  <span lang={translation.language} className="break-words whitespace-pre-wrap text-t1">
                    {translated}
                  </span>
                </li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </Card>
  );
}

/** What a translation on this computer still needs. */
function MissingModels({ from, to }: { from: string | null; to: TranslationLanguage }) {
  return translationPath(spokenLanguage(from), to).map((id) => <MissingModel key={id} id={id} />);
}
