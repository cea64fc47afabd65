import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { CommandPalette } from '../../ui/CommandPalette.tsx';
import { usePaletteGroups } from './usePaletteGroups.tsx';

interface AppPaletteProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The command palette with all that the app can do now. */
export default function AppPalette({ isOpen, onOpenChange }: AppPaletteProps) {
  const { t } = useTranslation('shell');
  const [typed, setTyped] = useState('');
  const groups = usePaletteGroups(isOpen, typed);
  return (
    <CommandPalette
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      groups={groups}
      title={t('palette.title')}
      placeholder={t('palette.placeholder')}
      emptyText={t('palette.empty')}
      onType={setTyped}
    />
  );
}
