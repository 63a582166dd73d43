import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../lib/routing/paths.ts';
import { useIsWide } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Form, FormAlert, SubmitButton, type SubmittableForm } from '../ui/form.tsx';
import { PageHead } from '../ui/page.tsx';
import { AskBeforeLeaving, DiscardDialog } from './ask-before-leaving.tsx';
import './settings.css';

const SECTION_HEADING = 'deo-podesavanja';

/** The title of the section that is open takes the focus; without one, the page's. A dialog gives it back first. */
export function focusSection(): void {
  const focus = () => {
    const heading =
      document.getElementById(SECTION_HEADING) ?? document.querySelector<HTMLElement>('main h1[tabindex]');
    heading?.focus({ preventScroll: true });
  };
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', focus, { once: true });
  else focus();
}

export interface SectionHeadProps {
  title: string;
  lead?: ReactNode;
  /** On desktops at the right of the title. */
  actions?: ReactNode;
}

/** A section's title: of a page of its own on phones, beside the list of sections on desktops. */
export function SectionHead({ title, lead, actions }: SectionHeadProps) {
  const isWide = useIsWide();
  if (!isWide)
    return <PageHead title={title} lead={lead} back={{ to: paths.adminSettings, label: 'Podešavanja' }} />;
  return (
    <header className={cx('mb-2', Boolean(actions) && 'section-head')}>
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

/** The title of a section that is on its way or did not come: it hands the focus on to the one that takes its place. */
export function PassingHead({ title }: { title: string }) {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.matches('h1, h2')) queueMicrotask(focusSection);
    },
    [],
  );
  return <SectionHead title={title} />;
}

/** A heading inside a section, a step below the section's own. */
export function PartHeading(props: ComponentProps<'h2'>) {
  const Heading = useIsWide() ? 'h3' : 'h2';
  return <Heading {...props} />;
}

/** Settings that belong together. */
export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-7 first:mt-0">
      <PartHeading className="mb-3 text-h3">{title}</PartHeading>
      <div className="divide-y divide-line rounded-card border border-line bg-card">{children}</div>
    </section>
  );
}

/** The way back: on phones always there, to the list of sections; on desktops where there is something to give up. */
function GiveUp({ form, onGiveUp }: { form: SubmittableForm; onGiveUp: () => void }) {
  return (
    <Button variant="quiet" onClick={onGiveUp} disabled={form.isBusy}>
      Odustani
    </Button>
  );
}

export interface SettingsFormProps extends Omit<SectionHeadProps, 'actions'> {
  form: SubmittableForm & { reset: () => void };
  children: ReactNode;
}

/** One section of the settings: it is saved by itself, and what was typed in it is not left without a question. */
export function SettingsForm({ form, title, lead, children }: SettingsFormProps) {
  const isWide = useIsWide();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const giveUp = () => (form.isDirty ? setIsAsking(true) : navigate(paths.adminSettings));
  const discard = () => {
    form.reset();
    setIsAsking(false);
    focusSection();
  };
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
              {form.isDirty && <GiveUp form={form} onGiveUp={giveUp} />}
              <SubmitButton>Sačuvaj</SubmitButton>
            </div>
          )
        }
      />
      {children}
      <div className="has-[p]:mt-4">
        <FormAlert />
      </div>
      {!isWide && (
        <div data-over-page className="save-bar">
          <div className="mx-auto flex max-w-client flex-wrap gap-2">
            <GiveUp form={form} onGiveUp={giveUp} />
            <SubmitButton className="flex-1">Sačuvaj</SubmitButton>
          </div>
        </div>
      )}
      {form.isDirty && <AskBeforeLeaving />}
      {isAsking && <DiscardDialog onDiscard={discard} onCancel={() => setIsAsking(false)} />}
    </Form>
  );
}
