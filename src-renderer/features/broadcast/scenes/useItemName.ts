import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { SceneItem } from '../../../../src-shared/domain/broadcast/scene.ts';
import { selectSources } from '../broadcastSlice.ts';

/** What an item is called on the screen. */
export function useItemName(): (item: SceneItem) => string {
  const { t } = useTranslation('scenes');
  const sources = useSelector(selectSources);
  return (item) => {
    switch (item.kind) {
      case 'source': {
        const known = sources.find(({ id }) => id === item.sourceId);
        return known?.label ?? t('items.missing', { number: /\d+$/.exec(item.sourceId)?.[0] ?? '' });
      }
      case 'text':
        return item.text.split('\n')[0]?.trim() || t('items.kinds.text');
      case 'lowerThird':
        return item.title.trim() || t('items.kinds.lowerThird');
      case 'image':
      case 'countdown':
      case 'color':
        return t(`items.kinds.${item.kind}`);
    }
  };
}
