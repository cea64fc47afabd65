import type { PageSection } from '../../../src-shared/domain/content.ts';

interface PageSectionsProps {
  sections: readonly PageSection[];
  /** What the headings of the sections are on the page around them. */
  heading: 'h2' | 'h3' | 'h4';
}

/** The content of a page as it is drawn. All of it is text, whatever is in it. */
export function PageSections({ sections, heading: Heading }: PageSectionsProps) {
  return sections.map(({ heading, text, items, link }, index) => (
    <section
      key={index}
      dir="auto"
      className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-2.5 leading-relaxed wrap-anywhere"
    >
      {heading !== '' && (
        <Heading className={`${Heading === 'h2' ? 'text-xl' : 'text-base'} font-semibold`}>{heading}</Heading>
      )}
      {text !== '' && <p className="whitespace-pre-line text-t2">{text}</p>}
      {items.length > 0 && (
        <ul className="grid list-disc gap-1 ps-5 text-t2">
          {items.map((item, at) => (
            <li key={at}>{item}</li>
          ))}
        </ul>
      )}
      {link !== null && (
        <p>
          <a
            href={link.address}
            target="_blank"
            rel="noreferrer"
            className="rounded font-medium text-accent underline underline-offset-3"
          >
            {link.label}
          </a>
        </p>
      )}
    </section>
  ));
}
