import './texts.ts';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
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
    <Page title={t('title')} subtitle={t('subtitle')}>
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
    </Page>
  );
}
