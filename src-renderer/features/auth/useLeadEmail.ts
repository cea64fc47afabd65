import { useEffect, useState } from 'react';
import { forgetLeadEmail, readLeadEmail } from '../../lib/leadEmail.ts';

/** The e-mail field, filled once with what a public page kept. */
export function useLeadEmail(): [string, (email: string) => void] {
  const [email, setEmail] = useState(readLeadEmail);
  useEffect(forgetLeadEmail, []);
  return [email, setEmail];
}
