import { useState } from 'react';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { AddTemplate, type AddTemplateProps } from './template-form.tsx';

const workHours = lazyPage(() => import('./work-hours.tsx'));

const KINDS = [
  { id: 'SINGLE', label: 'Jedno vreme' },
  { id: 'HOURS', label: 'Radno vreme' },
] as const;

/** The forms that add templates: one time, or the hours of several days. docs/spec/behaviour.md §26.6 */
export function NewTemplate(props: AddTemplateProps) {
  const [kind, setKind] = useState<(typeof KINDS)[number]['id']>('SINGLE');
  return (
    <>
      <div className="mb-4">
        <Segmented label="Šta se dodaje" isField segments={KINDS} chosen={kind} onChoose={setKind} />
      </div>
      {kind === 'HOURS' ? <LazyPart part={workHours} props={props} /> : <AddTemplate {...props} />}
    </>
  );
}
