import { Printer } from 'lucide-react';
import { ownersPage, TO_PANEL } from '../lib/routing/owners-page.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { TASKS, type Task } from './tasks.ts';

/** Screenshots of the demo salon, named '<task>-<step>'; `npm run pictures` takes them. */
const PICTURES: Readonly<Record<string, string>> = import.meta.glob('./pictures/*.webp', {
  eager: true,
  import: 'default',
});

const PICTURE_WIDTH = 390;
const PICTURE_HEIGHT = 600;

function Step({ task, position }: { task: Task; position: number }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_clamp(6rem,36%,10rem)] content-start items-start gap-x-4 gap-y-3 md:row-span-2 md:grid-cols-1 md:grid-rows-subgrid print:row-span-2 print:grid-cols-1 print:grid-rows-subgrid">
      <p className="min-w-0">
        <span
          aria-hidden="true"
          className="mr-2 inline-grid size-[1.75rem] place-items-center rounded-pill bg-blush align-middle text-small font-semibold text-link tabular-nums"
        >
          {position}
        </span>
        {task.steps[position - 1]}
      </p>
      <img
        src={PICTURES[`./pictures/${task.id}-${position}.webp`]}
        alt=""
        width={PICTURE_WIDTH}
        height={PICTURE_HEIGHT}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-event border border-line md:max-w-60 print:max-w-40"
      />
    </li>
  );
}

function TaskCard({ task, number }: { task: Task; number: number }) {
  const { id, title, button } = task;
  return (
    <section
      id={id}
      aria-labelledby={`uputstvo-${id}`}
      className="scroll-mt-4 break-inside-avoid rounded-card border border-line bg-card p-5"
    >
      <h2 id={`uputstvo-${id}`} tabIndex={-1} className="mb-4">
        {number}. {title}
      </h2>
      <ol className="grid gap-5 md:grid-cols-3 md:grid-rows-[auto_auto] print:grid-cols-3 print:grid-rows-[auto_auto]">
        {task.steps.map((step, index) => (
          <Step key={step} task={task} position={index + 1} />
        ))}
      </ol>
      <ButtonLink to={button.to} variant="quiet" className="mt-5 max-md:w-full print:hidden">
        {button.label}
      </ButtonLink>
    </section>
  );
}

/** Loads the lazy pictures before printing; otherwise they would be missing on paper. */
async function printWhole(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')];
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  window.print();
}

/** Scrolls to a task and focuses it, without changing the URL. */
function showTask(id: string): void {
  document.getElementById(`uputstvo-${id}`)?.focus();
  document.getElementById(id)?.scrollIntoView();
}

function Contents() {
  return (
    <nav aria-label="Sadržaj" className="mb-8 print:hidden">
      <ol className="grid gap-x-6 md:grid-cols-2">
        {TASKS.map(({ id, title }, index) => (
          <li key={id} className="border-b border-line">
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                showTask(id);
              }}
              className="flex min-h-11 items-center gap-3 py-2 font-medium text-link hover:bg-blush"
            >
              <span aria-hidden="true" className="min-w-[1.5rem] shrink-0 text-right text-soft tabular-nums">
                {index + 1}.
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The page /admin/help: tasks of three steps each, to read on a phone or to print. */
function HelpPage() {
  return (
    <Page width="admin">
      <PageHead
        title="Uputstvo"
        back={TO_PANEL}
        lead="Kratka uputstva, po tri koraka."
        actions={
          <Button icon={Printer} variant="quiet" onClick={() => void printWhole()} className="print:hidden">
            Štampaj
          </Button>
        }
      />
      <Contents />
      <div className="grid gap-6">
        {TASKS.map((task, index) => (
          <TaskCard key={task.id} task={task} number={index + 1} />
        ))}
      </div>
    </Page>
  );
}

export default ownersPage(HelpPage);
