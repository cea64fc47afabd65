import 'sonner/dist/styles.css';
import { Toaster } from 'sonner';
import type { Theme } from '../lib/theme.ts';

/** Where notices appear: bottom right, above everything. */
export function Notices({ theme, label, closeLabel }: { theme: Theme; label: string; closeLabel: string }) {
  return (
    <Toaster
      theme={theme}
      position="bottom-right"
      closeButton
      containerAriaLabel={label}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        classNames: {
          toast: '!bg-panel !text-t1 !border-line2 !shadow-pop !font-sans',
          description: '!text-t2',
          icon: 'self-start mt-0.5',
          success: '[&_[data-icon]]:text-grn-text',
          warning: '[&_[data-icon]]:text-amb-text',
          error: '[&_[data-icon]]:text-red-text',
          info: '[&_[data-icon]]:text-accent',
          closeButton: '!bg-raise !text-t2 !border-line2',
        },
      }}
    />
  );
}
