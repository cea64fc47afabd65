import { useTranslation } from '../../../lib/useTranslation.ts';
import { CountCards } from '../../../ui/list/index.ts';
import { useListGatewayKeysQuery } from './gatewayApi.ts';

const CARDS = ['total', 'active', 'revoked', 'usage'] as const;

/** How many keys there are, and how often they were used. */
export function KeyCounts() {
  const { t } = useTranslation('adminGateway');
  const { data } = useListGatewayKeysQuery();
  const counts = data && {
    total: data.length,
    active: data.filter(({ status }) => status === 'active').length,
    revoked: data.filter(({ status }) => status === 'revoked').length,
    usage: data.reduce((sum, key) => sum + key.usage_count, 0),
  };
  return (
    <CountCards
      label={t('cards.label')}
      names={CARDS}
      counts={counts}
      textOf={(name) => t(`cards.${name}`)}
    />
  );
}
