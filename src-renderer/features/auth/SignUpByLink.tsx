import { Navigate, useLocation } from 'react-router-dom';
import { ROUTES } from '../../../src-shared/domain/routes.ts';

/** `/signup?ref=…`: the sign-up, with whose link was followed. */
export default function SignUpByLink() {
  const code = new URLSearchParams(useLocation().search).get('ref');
  const search = new URLSearchParams({ mode: 'signup', ...(code === null ? {} : { ref: code }) });
  return <Navigate to={{ pathname: ROUTES.auth, search: `?${search}` }} replace />;
}
