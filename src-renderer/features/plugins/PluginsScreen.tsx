import './texts.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Card } from '../../ui/Card.tsx';
import { OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { selectIsConnected, selectPlugins } from '../workspace/index.ts';
import { CatalogueCard } from './CatalogueCard.tsx';
import { ChainCard } from './ChainCard.tsx';
import { followPlugins } from './pluginsSlice.ts';

/** The plug-ins of this computer, and a channel to try them on. */
export default function PluginsScreen() {
  const { t } = useTranslation(['plugins', 'shell']);
  const dispatch = useAppDispatch();
  const support = useSelector(selectPlugins);
  const isConnected = useSelector(selectIsConnected);
  const isReady = support?.supported === true && isConnected;
  useDocumentTitle(t('title'));
  useEffect(() => (isReady ? dispatch(followPlugins()) : undefined), [dispatch, isReady]);
  return (
    <div className="mx-auto grid max-w-[92rem] gap-3.5 px-4 py-5 md:px-8 md:py-6">
      <header>
        <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
        <p className="mt-1 text-t2">{t('subtitle')}</p>
      </header>
      {!isConnected && support === null ? (
        <Card>
          <OfflineState title={t('shell:connection.lost')} />
        </Card>
      ) : support?.supported === false ? (
        <Card>
          <UnsupportedState title={t('unsupported')} message={support.reason} />
        </Card>
      ) : (
        <div className="grid gap-3.5 xl:grid-cols-[minmax(0,3fr)_minmax(24rem,2fr)]">
          <CatalogueCard />
          <ChainCard />
        </div>
      )}
    </div>
  );
}
