import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { RoutePath } from '../../../src-shared/domain/routes.ts';

/** The way from a card to the screen that has all of it. */
export function CardLink({ to, label, icon: Icon }: { to: RoutePath; label: string; icon: LucideIcon }) {
  return (
    <Link
      to={to}
      className="inline-flex shrink-0 items-center gap-1.5 rounded text-xs text-accent underline-offset-3 hover:underline"
    >
      {label}
      <Icon aria-hidden="true" className="size-3.5" />
    </Link>
  );
}
