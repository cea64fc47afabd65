import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import type { Desk, DeskState } from './desk.ts';

/** Why the last edits are not on the disk, and what helps. */
export function SaveProblem({ desk, state, onLoad }: { desk: Desk; state: DeskState; onLoad: () => void }) {
  const { t } = useTranslation('transcriptEditor');
  const { failure } = state;
  if (failure === null) return null;
  // Made of another state than the disk has: sending it again helps nothing.
  const isConflict = failure.code === 'BAD_OPTION';
  return (
    <MessageBox
      tone="error"
      hint={
        <Button size="sm" onClick={isConflict ? onLoad : desk.save}>
          {t(isConflict ? 'loadAgain' : 'saveAgain')}
        </Button>
      }
    >
      {failure.message}
    </MessageBox>
  );
}
