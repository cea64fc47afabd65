import { useEffect } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { SECTION_IDS } from '../links.ts';
import { noteReviews } from './reviewsKnown.ts';
import { useReadTestimonialsQuery } from './testimonialsApi.ts';

/** What people said, as far as an admin published it; nothing at all while nobody's words are. */
export default function Testimonials() {
  const { t } = useTranslation('site');
  const { data } = useReadTestimonialsQuery(undefined, { refetchOnMountOrArgChange: true });
  useEffect(() => {
    if (data) noteReviews(data.length > 0);
  }, [data]);
  if (!data || data.length === 0) return null;
  return (
    <section
      id={SECTION_IDS.reviews}
      aria-labelledby="testimonials-title"
      className="mx-auto max-w-[72.5rem] scroll-mt-16 px-4 pb-20 sm:px-6 lg:pb-28"
    >
      <h2 id="testimonials-title" className="text-3xl font-semibold tracking-tight sm:text-4xl">
        {t('testimonials.title')}
      </h2>
      <ul className="mt-10 grid items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
        {data.map(({ id, quote, author_name: name, author_role: role, source_url: source }) => (
          <li key={id}>
            <figure className="rounded-xl border border-line2 bg-panel p-6 sm:p-7">
              <blockquote dir="auto" className="text-title leading-relaxed break-words whitespace-pre-line">
                {quote}
              </blockquote>
              <figcaption className="mt-6 border-t border-line pt-4 text-sm">
                <bdi className="block font-medium break-words">{name}</bdi>
                {role !== '' && <bdi className="block break-words text-t2">{role}</bdi>}
                {source !== null && (
                  <a
                    href={source}
                    rel="noreferrer nofollow"
                    className="mt-1 inline-block text-t2 underline decoration-line2 underline-offset-4 hover:text-t1"
                  >
                    {t('testimonials.source')}
                    <span className="sr-only">: {name}</span>
                  </a>
                )}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
