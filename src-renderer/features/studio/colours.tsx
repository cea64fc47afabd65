import { useTranslation } from '../../lib/useTranslation.ts';
import { CHANNEL_COLOURS, type ChannelColour } from '../../../src-shared/domain/videoChannels.ts';
import { classNames } from '../../lib/classNames.ts';
import type { MenuItem } from '../../ui/DropdownMenu.tsx';

/** For canvases. */
export const COLOUR_VALUES: Readonly<Record<ChannelColour, string>> = {
  blue: '#4c8dff',
  green: '#2fb57c',
  amber: '#e3a008',
  red: '#f05252',
  violet: '#9b6cf5',
  teal: '#16a5b8',
};

const BARS: Readonly<Record<ChannelColour, string>> = {
  blue: 'bg-[#4c8dff]',
  green: 'bg-[#2fb57c]',
  amber: 'bg-[#e3a008]',
  red: 'bg-[#f05252]',
  violet: 'bg-[#9b6cf5]',
  teal: 'bg-[#16a5b8]',
};

/** The upper edge of a channel's card, which holds it and cuts it off. */
export function ColourBar({ colour, isEnabled }: { colour: ChannelColour; isEnabled: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('absolute inset-x-0 top-0 h-1', BARS[colour], !isEnabled && 'opacity-40')}
    />
  );
}

/** The colours of a channel's menu. */
export function useColourItems(chosen: ChannelColour, onChoose: (colour: ChannelColour) => void): MenuItem[] {
  const { t } = useTranslation('studioVideo');
  return CHANNEL_COLOURS.map((choice) => ({
    id: choice,
    label: t(`colours.${choice}`),
    icon: (
      <span
        aria-hidden="true"
        className={classNames(
          'mx-0.5 size-3 rounded-full',
          BARS[choice],
          choice === chosen && 'ring-2 ring-t1',
        )}
      />
    ),
    onSelect: () => onChoose(choice),
  }));
}
