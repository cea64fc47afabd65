import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { FREE_TIER_MINUTES_A_DAY } from '../../../src-shared/domain/licence.ts';
import { PLANS } from '../../../src-shared/domain/plans.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatDay } from '../../lib/dates.ts';
import { ActionLink } from '../ActionLink.tsx';
import { SECTION_IDS } from '../links.ts';
import { COMPARED, COMPARED_IN, OTHERS } from './products.ts';

const LINK = 'underline decoration-line2 underline-offset-4 hover:text-t1';
const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const LOWEST_USD = Math.min(...PLANS.map(({ monthlyUsd }) => monthlyUsd));

/** SoundDesk beside others: only what their makers' own pages say, with the pages and when they were read. */
export function Comparison() {
  const { t } = useTranslation('site');
  return (
    <section
      id={SECTION_IDS.compare}
      aria-labelledby="compare-title"
      className="mx-auto max-w-[72.5rem] px-4 pb-20 sm:px-6 lg:pb-28"
    >
      <h2 id="compare-title" className="text-3xl font-semibold tracking-tight sm:text-4xl">
        {t('compare.title')}
      </h2>
      <p className="mt-4 max-w-[62ch] text-lg leading-relaxed text-t2">
        {t('compare.lead', { month: formatDay(Date.parse(COMPARED_IN), MONTH) })}
      </p>
      <div
        role="group"
        aria-labelledby="compare-title"
        tabIndex={0}
        className="mt-10 overflow-x-auto rounded-xl border border-line2 bg-panel"
      >
        <table className="w-full min-w-[40rem] text-left text-title">
          <thead>
            <tr>
              <td className="w-[19%]" />
              {[PRODUCT_NAME, ...OTHERS.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col" className="w-[27%] px-3 py-4 text-base sm:px-5 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="align-top text-t2">
            {COMPARED.map((row) => (
              <tr key={row} className="border-t border-line">
                <RowName>{t(`compare.rows.${row}.name`)}</RowName>
                <Cell isOwn>{t(`compare.rows.${row}.soundDesk`)}</Cell>
                {OTHERS.map(({ id }) => (
                  <Cell key={id}>{t(`compare.rows.${row}.${id}`)}</Cell>
                ))}
              </tr>
            ))}
            <tr className="border-t border-line">
              <RowName>{t('compare.price.name')}</RowName>
              <Cell isOwn>
                {t('compare.price.soundDesk', { usd: LOWEST_USD, minutes: FREE_TIER_MINUTES_A_DAY })}{' '}
                <ActionLink target={ROUTES.pricing} className={LINK}>
                  {t('compare.price.own')}
                </ActionLink>
              </Cell>
              {OTHERS.map(({ id, name, pricesUrl }) => (
                <Cell key={id}>
                  {pricesUrl === null ? (
                    t('compare.price.free')
                  ) : (
                    <a href={pricesUrl} rel="noreferrer" className={LINK}>
                      {t('compare.price.other', { name })}
                    </a>
                  )}
                </Cell>
              ))}
            </tr>
            <SourcesRow />
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Where each sentence about another product is from. */
function SourcesRow() {
  const { t } = useTranslation('site');
  return (
    <tr className="border-t border-line">
      <RowName>{t('compare.source.name')}</RowName>
      <Cell isOwn>{t('compare.source.soundDesk')}</Cell>
      {OTHERS.map(({ id, sources }) => (
        <Cell key={id}>
          <ul className="grid gap-1">
            {sources.map((url) => (
              <li key={url}>
                <a href={url} rel="noreferrer" className={`${LINK} break-words`}>
                  {placeOf(url)}
                </a>
              </li>
            ))}
          </ul>
        </Cell>
      ))}
    </tr>
  );
}

function RowName({ children }: { children: string }) {
  return (
    <th scope="row" className="px-3 py-3.5 sm:px-5 font-normal text-t3">
      {children}
    </th>
  );
}

function Cell({ isOwn = false, children }: { isOwn?: boolean; children: ReactNode }) {
  return <td className={isOwn ? 'px-3 py-3.5 sm:px-5 text-t1' : 'px-3 py-3.5 sm:px-5'}>{children}</td>;
}

/** Host and first part of the path: enough to know whose page it is. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.split('/').slice(0, 3).join('/')}`;
}
