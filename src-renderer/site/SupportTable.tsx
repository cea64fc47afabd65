import { CircleCheck, CircleDashed, CircleMinus, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../lib/useTranslation.ts';
import { classNames } from '../lib/classNames.ts';
import { SUPPORT_ROWS } from './supportRows.ts';

const STATES: Record<
  (typeof SUPPORT_ROWS)[number]['files' | 'live'],
  { Icon: LucideIcon; className: string }
> = {
  tested: { Icon: CircleCheck, className: 'text-grn-text' },
  untested: { Icon: CircleDashed, className: 'text-amb-text' },
  absent: { Icon: CircleMinus, className: 'text-t3' },
};

/** What works where, as far as it was tried. */
export function SupportTable() {
  const { t } = useTranslation('site');
  return (
    <table className="w-full text-left text-title lg:col-span-2">
      <caption className="pb-4 text-left text-lg font-semibold tracking-tight">
        {t('download.tableTitle')}
      </caption>
      <thead className="text-sm text-t3">
        <tr>
          <th scope="col" className="w-[28%] py-2 pr-3 font-normal">
            {t('download.where')}
          </th>
          <th scope="col" className="w-[36%] py-2 pr-3 font-normal">
            {t('download.files')}
          </th>
          <th scope="col" className="py-2 font-normal">
            {t('download.live')}
          </th>
        </tr>
      </thead>
      <tbody>
        {SUPPORT_ROWS.map(({ id, files, live }) => (
          <tr key={id} className="border-t border-line2 align-top">
            <th scope="row" className="py-3.5 pr-3 font-medium">
              {t(`download.rows.${id}.where`)}
            </th>
            <SupportCell state={files}>{t(`download.rows.${id}.files`)}</SupportCell>
            <SupportCell state={live}>{t(`download.rows.${id}.live`)}</SupportCell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SupportCell({ state, children }: { state: keyof typeof STATES; children: string }) {
  const { Icon, className } = STATES[state];
  return (
    <td className="py-3.5 pr-3 text-t2">
      <span className="flex gap-2">
        <Icon
          size={16}
          className={classNames('mt-[0.2rem] shrink-0 max-sm:hidden', className)}
          aria-hidden="true"
        />
        {children}
      </span>
    </td>
  );
}
