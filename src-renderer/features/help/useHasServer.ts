import { useSelector } from 'react-redux';
import { selectSession } from '../auth/index.ts';

/** Whether there is an account server, which knows of tutorials, contacts and views. */
export function useHasServer(): boolean {
  const session = useSelector(selectSession);
  return session.status === 'ready' && session.data.kind !== 'local';
}
