import { AlertDialog as Radix } from 'radix-ui';
import { classNames } from '../lib/classNames.ts';
import { Button } from './Button.tsx';
import { DIALOG_CONTENT, DIALOG_OVERLAY } from './dialogStyle.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  /** What is confirmed cannot be undone. */
  isDestructive?: boolean;
}

/** Asks before something that cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Radix.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={DIALOG_OVERLAY} />
        <Radix.Content className={classNames(DIALOG_CONTENT, 'p-5')}>
          <Radix.Title className="text-base font-semibold">{props.title}</Radix.Title>
          <Radix.Description className="mt-1.5 text-t2">{props.description}</Radix.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>{props.cancelLabel}</Button>
            </Radix.Cancel>
            <Radix.Action asChild>
              <Button variant={props.isDestructive ? 'danger' : 'primary'} onClick={props.onConfirm}>
                {props.confirmLabel}
              </Button>
            </Radix.Action>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
