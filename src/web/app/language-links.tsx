import type { MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { LANGUAGE_NAMES } from '#domain/language/language-names.ts';
import type { Language } from '#domain/language/languages.ts';
import { t } from '#domain/language/translate.ts';
import { logSilentFailure, request } from '../lib/api.ts';
import { chooseLanguage } from '../lib/choose-language.ts';
import { languageOfPage } from '../lib/language.ts';
import { isStaff, useSession } from '../lib/session/session.ts';
import { cx } from '../ui/cx.ts';

/** The pages without the names of languages: those behind the login. */
const OWN_PAGE = /^\/(admin|appointments|profile|logout)(\/|$)/;

/** 'Srpski' of 'Srpski, latinica': the letters of the name say the rest. */
const shortName = (language: Language): string => LANGUAGE_NAMES[language].split(',', 1).join();

/**
 * The names of the salon's languages at the foot of public pages. Without scripts the links still lead to the page in another language. docs/spec/behaviour.md §33.3
 */
export default function LanguageLinks({ languages }: { languages: readonly Language[] }) {
  const [path] = useLocation();
  const session = useSession();
  if (OWN_PAGE.test(path) || isStaff(session)) return null;
  const choose = async (event: MouseEvent, language: Language) => {
    event.preventDefault();
    if (session)
      await request('PUT /auth/me/notifications', { body: { language } }).catch((error: unknown) =>
        logSilentFailure('saving the language', error),
      );
    chooseLanguage(language);
  };
  return (
    <nav
      aria-label={t('Jezik')}
      // the links stand in the space that each page leaves for the navigation
      style={{ marginTop: 'calc(-1 * var(--nav) - env(safe-area-inset-bottom))' }}
      className="max-w-client px-(--gap) pb-[calc(var(--nav)+32px+env(safe-area-inset-bottom))] after-skeleton"
    >
      <ul className="flex flex-wrap justify-center gap-x-6">
        {languages.map((language) => (
          <li key={language}>
            <a
              href={`${path}?jezik=${language}`}
              hrefLang={language}
              lang={language}
              translate="no"
              aria-current={language === languageOfPage() ? 'true' : undefined}
              onClick={(event) => void choose(event, language)}
              className={cx(
                'inline-flex min-h-11 items-center text-small',
                language === languageOfPage() ? 'font-semibold text-ink' : 'text-soft',
              )}
            >
              {shortName(language)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
