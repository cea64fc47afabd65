import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';
import { DIALOG_CONTENT, DIALOG_OVERLAY } from './dialogStyle.ts';

interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: string;
  closeLabel: string;
  children?: ReactNode;
  footer?: ReactNode;
  className?: string;
}

/** Something to settle before the page continues. Escape and a click beside it close it. */
export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, closeLabel, children, footer, className } = props;
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={DIALOG_OVERLAY} />
        <Radix.Content
          className={classNames(DIALOG_CONTENT, 'p-5', className)}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <Radix.Title className="pr-10 text-base font-semibold">{title}</Radix.Title>
          {description !== undefined && (
            <Radix.Description className="mt-1.5 text-t2">{description}</Radix.Description>
          )}
          {children !== undefined && <div className="mt-4">{children}</div>}
          {footer !== undefined && <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>}
          <Radix.Close
            aria-label={closeLabel}
            className="absolute top-3.5 right-3.5 grid size-8 place-items-center rounded-lg text-t2 hover:bg-raise hover:text-t1"
          >
            <X aria-hidden="true" className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
