import { useTranslation } from '../../lib/useTranslation.ts';
import { formatDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/Badge.tsx';

const TONES = { active: 'good', revoked: 'bad' } as const;

interface KeyStateProps {
  status: keyof typeof TONES;
  expiresAt: string | null;
  /** It had ended on its own when the list was read. */
  isOver: boolean;
}

/** Whether a key is taken, and until when. */
export function KeyState({ status, expiresAt, isOver }: KeyStateProps) {
  const { t } = useTranslation('keys');
  return (
    <>
      {status === 'active' && isOver ? (
        <Badge tone="warning">{t('over')}</Badge>
      ) : (
        <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
      )}
      {expiresAt !== null && (
        <p className="mt-1 text-xs whitespace-nowrap text-t2">
          {t(isOver ? 'expired' : 'expires', { date: formatDate(Date.parse(expiresAt)) })}
        </p>
      )}
    </>
  );
}
