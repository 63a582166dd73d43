import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { AskBeforeLeaving } from '../lib/forms/ask-before-leaving.tsx';
import { paths } from '../lib/routing/paths.ts';
import { useIsWide } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { DiscardDialog } from '../ui/dialog.tsx';
import { Form, FormAlert, SubmitButton, type SubmittableForm } from '../ui/form.tsx';
import { afterDialog, PageHead } from '../ui/page.tsx';

const SECTION_HEADING = 'deo-podesavanja';

/** Focuses the title of the open section, or of the page; waits until an open dialog has closed. */
export const focusSection = (): void =>
  afterDialog(() => {
    const heading =
      document.getElementById(SECTION_HEADING) ?? document.querySelector<HTMLElement>('main h1[tabindex]');
    heading?.focus({ preventScroll: true });
  });

export interface SectionHeadProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Whether the section is on another page, which has a title of its own. */
  isOnOtherPage?: boolean;
}

/** The title of a section: the page title on phones, a heading next to the navigation on desktops or on another page. */
export function SectionHead({ title, lead, actions, isOnOtherPage = false }: SectionHeadProps) {
  const isWide = useIsWide();
  if (!isWide && !isOnOtherPage)
    return <PageHead title={title} lead={lead} back={{ to: paths.adminSettings, label: 'Podešavanja' }} />;
  return (
    <header
      className={cx(
        'mb-2',
        Boolean(actions) && 'sticky top-0 z-3 -mt-2 bg-paper py-2 [html:has(&)]:scroll-pt-[7rem]',
      )}
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={SECTION_HEADING} tabIndex={-1}>
          {title}
        </h2>
        {actions}
      </div>
      {lead && <div className="mt-1 max-w-client text-soft">{lead}</div>}
    </header>
  );
}

/** The title while a section loads or after an error. If it has the focus, the title that replaces it gets the focus. */
export function PassingHead({ title }: { title: string }) {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.matches('h1, h2')) queueMicrotask(focusSection);
    },
    [],
  );
  return <SectionHead title={title} />;
}

export function PartHeading(props: ComponentProps<'h2'>) {
  const Heading = useIsWide() ? 'h3' : 'h2';
  return <Heading {...props} />;
}

export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-7 first:mt-0">
      <PartHeading className="mb-3 text-h3">{title}</PartHeading>
      <div className="divide-y divide-line rounded-card border border-line bg-card">{children}</div>
    </section>
  );
}

interface SectionFormProps extends Pick<SectionHeadProps, 'title' | 'lead'> {
  form: SubmittableForm & { reset: () => void };
  children: ReactNode;
}

/** The form of one section, saved separately from the others. Asks before unsaved changes are lost. */
export function SectionForm({ form, title, lead, children }: SectionFormProps) {
  const isWide = useIsWide();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const giveUp = () => (form.isDirty ? setIsAsking(true) : navigate(paths.adminSettings));
  const discard = () => {
    form.reset();
    setIsAsking(false);
    focusSection();
  };
  const giveUpButton = (
    <Button variant="quiet" onClick={giveUp} disabled={form.isBusy}>
      Odustani
    </Button>
  );
  return (
    <Form form={form} aria-label={title}>
      <SectionHead
        title={title}
        lead={lead}
        actions={
          isWide && (
            <div className="flex items-center gap-2">
              <span role="status" className="mr-2 text-small text-soft">
                {form.isDirty && 'Ima nesačuvanih izmena'}
              </span>
              {form.isDirty && giveUpButton}
              <SubmitButton>Sačuvaj</SubmitButton>
            </div>
          )
        }
      />
      {children}
      <FormAlert className="has-[p]:mt-4" />
      {!isWide && (
        <div data-over-page className="save-bar">
          <div className="mx-auto flex max-w-client flex-wrap gap-2">
            {giveUpButton}
            <SubmitButton className="flex-1">Sačuvaj</SubmitButton>
          </div>
        </div>
      )}
      {form.isDirty && <AskBeforeLeaving />}
      {isAsking && <DiscardDialog onConfirm={discard} onCancel={() => setIsAsking(false)} />}
    </Form>
  );
}
