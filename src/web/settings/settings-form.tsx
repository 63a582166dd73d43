import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../lib/paths.ts';
import { useIsWide } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Form, FormAlert, SubmitButton, type SubmittableForm } from '../ui/form.tsx';
import { PageHead } from '../ui/page.tsx';
import { AskBeforeLeaving, DiscardDialog } from './ask-before-leaving.tsx';
import './settings.css';

export interface SectionHeadProps {
  title: string;
  lead?: ReactNode;
  /** On desktops at the right of the title. */
  actions?: ReactNode;
}

const SECTION_HEADING = 'deo-podesavanja';

/** The title of the section that is open takes the focus; without one, the page's. */
export function focusSection(): void {
  const heading =
    document.getElementById(SECTION_HEADING) ?? document.querySelector<HTMLElement>('main h1[tabindex]');
  heading?.focus({ preventScroll: true });
}

/** A section's title: of a page of its own on phones, beside the list of sections on desktops. */
export function SectionHead({ title, lead, actions }: SectionHeadProps) {
  const isWide = useIsWide();
  if (!isWide)
    return <PageHead title={title} lead={lead} back={{ to: paths.adminSettings, label: 'Podešavanja' }} />;
  return (
    <header className="mb-2">
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

/** Settings that belong together, under a heading a step below the section's. */
export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const Heading = useIsWide() ? 'h3' : 'h2';
  return (
    <section className="mt-7 first:mt-0">
      <Heading className="mb-3 text-h3">{title}</Heading>
      <div className="divide-y divide-line rounded-card border border-line bg-card">{children}</div>
    </section>
  );
}

interface SaveButtonsProps {
  form: SubmittableForm;
  onGiveUp: () => void;
}

function SaveButtons({ form, onGiveUp }: SaveButtonsProps) {
  return (
    <>
      <Button variant="quiet" onClick={onGiveUp} disabled={form.isBusy}>
        Odustani
      </Button>
      <SubmitButton className="max-md:flex-1">Sačuvaj</SubmitButton>
    </>
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
              <SaveButtons form={form} onGiveUp={giveUp} />
            </div>
          )
        }
      />
      {children}
      <div className="has-[p]:mt-4">
        <FormAlert />
      </div>
      {!isWide && (
        <div className="save-bar">
          <div className="mx-auto flex max-w-client gap-2">
            <SaveButtons form={form} onGiveUp={giveUp} />
          </div>
        </div>
      )}
      {form.isDirty && <AskBeforeLeaving />}
      {isAsking && <DiscardDialog onDiscard={discard} onCancel={() => setIsAsking(false)} />}
    </Form>
  );
}
