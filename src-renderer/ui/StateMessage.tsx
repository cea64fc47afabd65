import { CloudOff, Inbox, MonitorX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';

interface StateMessageProps {
  title: string;
  message?: ReactNode;
  /** What the user can do about it. */
  action?: ReactNode;
  icon?: ReactNode;
  className?: string;
}

/** Nothing here yet. */
export function EmptyState(props: StateMessageProps) {
  return <StateMessage icon={<Inbox aria-hidden="true" className="text-t3" />} {...props} />;
}

/** It failed. */
export function ErrorState(props: StateMessageProps) {
  return (
    <StateMessage icon={<TriangleAlert aria-hidden="true" className="text-amb" />} role="alert" {...props} />
  );
}

/** This host cannot do it. */
export function UnsupportedState(props: StateMessageProps) {
  return <StateMessage icon={<MonitorX aria-hidden="true" className="text-t3" />} {...props} />;
}

/** There is no connection now. */
export function OfflineState(props: StateMessageProps) {
  return <StateMessage icon={<CloudOff aria-hidden="true" className="text-t3" />} role="status" {...props} />;
}

function StateMessage({
  title,
  message,
  action,
  icon,
  className,
  role,
}: StateMessageProps & { role?: 'alert' | 'status' }) {
  return (
    <div
      role={role}
      className={classNames(
        'grid justify-items-center gap-2 px-4 py-6 text-center [&>svg]:size-6',
        className,
      )}
    >
      {icon}
      <p className="font-medium text-t1">{title}</p>
      {message !== undefined && <p className="max-w-md text-t2">{message}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  );
}
