import { useMutation } from '@tanstack/react-query';
import { LANGUAGE_NAMES } from '#domain/language/language-names.ts';
import { type Language, SCRIPTS } from '#domain/language/languages.ts';
import { t } from '#domain/language/translate.ts';
import { errorText, request } from '../lib/api.ts';
import { chooseLanguage } from '../lib/choose-language.ts';
import { languageOfPage } from '../lib/language.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { isStaff, useSession } from '../lib/session/session.ts';
import { toast } from '../ui/toasts/toast.ts';

/** A client's language, if the salon has several, and the script of staff. A choice is saved at once and opens the page in it. docs/spec/behaviour.md §33.3 */
export function LanguageSection() {
  const offered = useSalon().data?.languages ?? [];
  const isOwners = isStaff(useSession());
  const languages: readonly Language[] = isOwners ? SCRIPTS : offered;
  const saving = useMutation({
    mutationFn: (language: Language) => request('PUT /auth/me/notifications', { body: { language } }),
    // the server has stored the script of staff on this device
    onSuccess: (_saved, language) => (isOwners ? window.location.reload() : chooseLanguage(language)),
    onError: (error) => toast('error', errorText(error, t('Greška pri čuvanju podataka.'))),
  });
  if (languages.length < 2) return null;
  const chosen = saving.isError ? undefined : saving.variables;
  return (
    <section className="mb-8">
      <h2 className="mb-3">{t('Jezik')}</h2>
      <fieldset
        aria-label={t('Jezik')}
        aria-describedby="jezik"
        aria-busy={saving.isPending}
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card"
      >
        {languages.map((language) => (
          <label
            key={language}
            lang={language}
            translate="no"
            className="flex min-h-15 cursor-pointer items-center gap-4 px-4 py-2.5 font-medium transition-colors hover:bg-blush"
          >
            <input
              type="radio"
              name="jezik"
              checked={language === (chosen ?? languageOfPage())}
              onChange={() => saving.mutate(language)}
              autoComplete="off"
              className="size-5 shrink-0 accent-accent"
            />
            {LANGUAGE_NAMES[language]}
          </label>
        ))}
      </fieldset>
      <p id="jezik" className="mt-2 text-small text-soft">
        {isOwners
          ? 'Ovim pismom stižu i mejlovi i obaveštenja. Imena i tekstovi ostaju kako su napisani.'
          : t('Na ovom jeziku stižu i podsetnici. Tekstovi salona ostaju kako su napisani.')}
      </p>
    </section>
  );
}
