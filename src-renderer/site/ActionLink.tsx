import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../lib/classNames.ts';
import type { SiteLink } from './links.ts';
import { useAddress } from './useAddress.ts';

type Action =
  | { target: SiteLink['target']; onPress?: undefined }
  /** A button that looks like the links beside it. */
  | { onPress: () => void; target?: undefined };

type ActionLinkProps = Action & {
  look?: 'plain' | 'primary' | 'secondary';
  size?: 'md' | 'lg';
  className?: string;
  children: ReactNode;
};

/** A link to a screen or to a section of this page, or a button; `primary` and `secondary` look like buttons. */
export function ActionLink(props: ActionLinkProps) {
  const { target, onPress, look = 'plain', size = 'md', className, children } = props;
  const addressOf = useAddress();
  const classes = classNames(LOOKS[look], look !== 'plain' && SIZES[size], className);
  if (onPress) {
    return (
      <button type="button" onClick={onPress} className={classes}>
        {children}
      </button>
    );
  }
  return (
    <Link to={addressOf(target)} className={classes}>
      {children}
    </Link>
  );
}

// Not `ui/Button`: that brings Radix, which this page does without.
const BUTTON =
  'inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap transition-colors';

const LOOKS = {
  plain: 'inline-flex min-h-9 items-center text-sm text-t2 transition-colors hover:text-t1',
  primary: `${BUTTON} border-transparent bg-accent text-on-accent hover:brightness-110`,
  secondary: `${BUTTON} border-line2 bg-raise text-t1 hover:border-edge`,
};

/** The look alone, for a link to an address with a query. */
export const actionLook = (look: 'primary' | 'secondary') => classNames(LOOKS[look], SIZES.md);

const SIZES = { md: 'h-9 px-3.5 text-sm', lg: 'h-12 px-6 text-base' };
