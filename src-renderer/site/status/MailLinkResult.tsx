import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { followMailLink, MAIL_LINKS, type MailLink } from './subscription.ts';

const LINKS = Object.keys(MAIL_LINKS) as MailLink[];

type Result = { link: MailLink; failure: string | null };

/** Does what the link of a mail is for, as soon as the page has come, and says what came of it. */
export function MailLinkResult() {
  const { t } = useTranslation('status');
  const dispatch = useAppDispatch();
  const [search, setSearch] = useSearchParams();
  const [result, setResult] = useState<Result | null>(null);
  const followed = useRef<string | null>(null);
  const link = LINKS.find((name) => search.has(name));
  const token = link ? search.get(link) : null;
  useEffect(() => {
    // Once for each token, however often this is drawn.
    if (!link || token === null || followed.current === token) return;
    followed.current = token;
    void dispatch(followMailLink({ link, token })).then((outcome) => {
      const failure = followMailLink.rejected.match(outcome) ? failureOf(outcome).message : null;
      const isUnreached = failure === null && outcome.payload === 'unreached';
      setResult({ link, failure: isUnreached ? t('subscribe.unreachedLink') : failure });
      // A token that is used up is in no history; one that did not arrive is tried again by reloading.
      if (!isUnreached) setSearch({}, { replace: true });
    });
  }, [dispatch, link, token, setSearch, t]);
  if (!result) return null;
  return (
    <div className="mb-8 rounded-lg bg-panel">
      {result.failure === null ? (
        <MessageBox tone="success">{t(`subscribe.done.${result.link}`)}</MessageBox>
      ) : (
        <MessageBox tone="error">{result.failure}</MessageBox>
      )}
    </div>
  );
}
