import type { ReactNode, SubmitEventHandler } from 'react';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { FailureBox } from './FailureBox.tsx';

interface AuthFormProps {
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  failure: RpcFailure | null;
  children: ReactNode;
}

/** A form of the sign-in page: why the last attempt failed, then its fields. */
export function AuthForm({ onSubmit, failure, children }: AuthFormProps) {
  return (
    <form className="grid gap-4" onSubmit={onSubmit}>
      <FailureBox failure={failure} />
      {children}
    </form>
  );
}
