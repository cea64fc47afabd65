import { useTranslation } from '../../lib/useTranslation.ts';
import type { Clip } from '../../../src-shared/domain/edit/document.ts';

/** The name of a parameter of a clip, as the inspector has it. */
export function useParameterName(): (clip: Clip, parameter: string) => string {
  const { t } = useTranslation(['editor', 'editing']);
  return (clip, parameter) => {
    const [area = '', key = '', ofEffect = ''] = parameter.split('.');
    switch (area) {
      case 'colour':
        return t(`editor:color.${key as 'exposure'}`);
      case 'greenScreen':
        return t(`editor:effects.${key as 'tolerance'}`);
      case 'crop':
        return t(`editing:crop.${key as 'left'}`);
      case 'effect': {
        const kind = clip.effects.find(({ id }) => id === key)?.kind ?? 'blur';
        return `${t(`editor:effects.names.${kind}`)}: ${t(`editor:effects.fields.${ofEffect as 'amount'}`)}`;
      }
      case 'rotationDeg':
        return t('editor:effects.rotation');
      default:
        return t(`editor:effects.${area as 'opacity'}`);
    }
  };
}
