import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';

interface ConflictProps {
  title: string;
  children: ReactNode;
  onMine: () => void;
  onTheirs: () => void;
}

/** Two have changed the same: one of them is continued with. */
export function Conflict({ title, children, onMine, onTheirs }: ConflictProps) {
  const { t } = useTranslation('adminContent');
  return (
    <div className="grid gap-2">
      <MessageBox tone="error" hint={children}>
        {title}
      </MessageBox>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onMine}>
          {t('conflict.mine')}
        </Button>
        <Button size="sm" onClick={onTheirs}>
          {t('conflict.theirs')}
        </Button>
      </div>
    </div>
  );
}
