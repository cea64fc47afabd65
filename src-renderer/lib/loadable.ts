import type { RpcFailure } from '../../src-shared/contract/errors.ts';

/** Something that the host is asked for. */
export type Loadable<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  | { status: 'failed'; error: RpcFailure };

export const LOADING = { status: 'loading' } as const;

/** The data where it is there, else null. */
export function dataOf<T>(loadable: Loadable<T>): T | null {
  return loadable.status === 'ready' ? loadable.data : null;
}

/** What a rejected thunk says to the user: the host's failure, or a plain one for a mistake of ours. */
export function failureOf(action: {
  payload?: RpcFailure | undefined;
  error: { message?: string };
}): RpcFailure {
  return (
    action.payload ?? {
      code: 'INTERNAL',
      message: action.error.message ?? 'Something went wrong inside SoundDesk.',
      retryable: false,
    }
  );
}
