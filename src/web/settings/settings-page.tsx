import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { settingsQuery } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { ownersPage, TO_PANEL } from '../lib/routing/owners-page.tsx';
import { scroll } from '../lib/routing/scroll.ts';
import { useIsWide } from '../ui/browser.ts';
import { LIST_ROW, List, ListRow } from '../ui/list.tsx';
import { CardSkeleton, ListSkeleton, Page, PageHead } from '../ui/page.tsx';
import type { SettingsInput } from './save-settings.ts';
import { SectionContent } from './section-content.tsx';
import { calendarFeedQuery, SECTIONS, type Section, sectionIn, sectionPath } from './sections.ts';
import { focusSection, PassingHead } from './settings-form.tsx';

function SectionList({ settings }: { settings: SettingsInput }) {
  const salon = useSalon().data;
  const feed = useQuery(calendarFeedQuery()).data;
  return (
    <>
      <List aria-label="Delovi podešavanja">
        {SECTIONS.map(({ id, label, icon: Icon, note }) => (
          <li key={id}>
            <Link
              to={sectionPath(id)}
              className={`${LIST_ROW} -outline-offset-2 transition-colors hover:bg-blush`}
            >
              <ListRow
                before={
                  <span className="grid size-10 shrink-0 place-items-center rounded-pill bg-blush">
                    <Icon />
                  </span>
                }
                title={label}
                note={note({ settings, salon, feed }) ?? '…'}
                after={<ChevronRight strokeWidth={2} className="shrink-0 text-soft" />}
              />
            </Link>
          </li>
        ))}
      </List>
      <p className="mt-4 text-small text-soft">Ono što klijentkinje vide menja se čim sačuvate.</p>
    </>
  );
}

function SectionNavigation({ current }: { current: Section }) {
  return (
    <nav aria-label="Delovi podešavanja" className="grid w-[17.5rem] shrink-0 content-start gap-1">
      {SECTIONS.map(({ id, label, icon: Icon }) => (
        <Link
          key={id}
          to={sectionPath(id)}
          aria-current={id === current.id ? 'page' : undefined}
          className="max-lg:-mx-3.5 flex min-h-12 items-center gap-3.5 rounded-card px-3.5 font-medium transition-colors hover:bg-blush aria-[current]:bg-blush aria-[current]:text-link"
        >
          <Icon className="shrink-0 text-soft" />
          {label}
        </Link>
      ))}
    </nav>
  );
}

function useSectionFocus(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    scroll.toTop();
    focusSection();
  }, [shown]);
}

/** /admin/settings: on phones a list of pages, on desktops sections with a navigation. docs/spec/behaviour.md §1.4 */
function SettingsPage() {
  const settings = useQuery(settingsQuery());
  const isWide = useIsWide();
  const inAddress = sectionIn(useSearch());
  const section = inAddress ?? (isWide ? SECTIONS[0] : undefined);
  useSectionFocus(section?.id ?? '');
  const content = (
    <>
      {section && !settings.data && <PassingHead title={section.label} />}
      <Loaded
        query={settings}
        fallback="Greška pri učitavanju podešavanja."
        skeleton={section ? <CardSkeleton /> : <ListSkeleton rows={SECTIONS.length} />}
      >
        {(known) =>
          section ? (
            <SectionContent key={inAddress?.id} section={section} settings={known} />
          ) : (
            <SectionList settings={known} />
          )
        }
      </Loaded>
    </>
  );
  if (!isWide && section) return <Page>{content}</Page>;
  return (
    <Page width={isWide ? 'admin' : 'client'}>
      <PageHead title="Podešavanja" back={TO_PANEL} />
      {isWide && section ? (
        <div className="flex gap-12">
          <SectionNavigation current={section} />
          <div className="min-w-0 flex-1">{content}</div>
        </div>
      ) : (
        content
      )}
    </Page>
  );
}

export default ownersPage(SettingsPage);
