import { initialsOf } from '../../../src-shared/domain/organization.ts';
import { classNames } from '../../lib/classNames.ts';

const LOOKS = [
  'bg-accbg text-accent',
  'bg-grn/15 text-grn-text',
  'bg-ambbg text-amb-text',
  'bg-redbg text-red-text',
];

interface AvatarProps {
  id: string;
  name: string;
  email: string;
  /** Not here yet. */
  isOutlined?: boolean;
}

/** Initials in a disc whose colour goes with the person. The name is beside it. */
export function Avatar({ id, name, email, isOutlined = false }: AvatarProps) {
  const look = LOOKS[parseInt(id.slice(0, 4), 16) % LOOKS.length];
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-8 shrink-0 place-items-center rounded-full text-xs font-semibold select-none',
        isOutlined ? 'border border-dashed border-edge text-t2' : look,
      )}
    >
      {initialsOf(name, email)}
    </span>
  );
}
