import { useQueryClient } from '@tanstack/react-query';
import type { PictureId, ServiceId } from '#domain/ids.ts';
import { toId } from '#domain/ids.ts';
import { CONSENT } from '#domain/work/consent.ts';
import { request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { salonQuery, useServices } from '../lib/queries/queries.ts';
import { worksQuery } from '../lib/queries/work-queries.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';

interface PublishDialogProps {
  picture: PictureId;
  /** The service that is chosen at first. */
  service?: ServiceId | null | undefined;
  onClose: () => void;
}

/** Asks for the service and the consent, then publishes a picture as a work. docs/spec/behaviour.md §30.3 */
export default function PublishDialog({ picture, service, onClose }: PublishDialogProps) {
  const queries = useQueryClient();
  const services = useServices().data ?? [];
  const form = useSubmitForm({
    start: { service_id: String(service ?? ''), consent: '' },
    check: ({ service_id, consent }) => {
      if (service_id === '') return { fields: { service_id: 'Izaberite uslugu.' } };
      return consent === '1' ? null : { text: 'Bez saglasnosti slika ne može u radove.' };
    },
    send: ({ service_id }) =>
      request('POST /works', {
        body: { picture_id: picture, service_id: toId<ServiceId>(Number(service_id)), consent: 1 },
      }),
    fallback: 'Greška pri objavljivanju.',
    done: 'Slika je u radovima.',
    onDone: () => {
      void queries.invalidateQueries({ queryKey: worksQuery.queryKey });
      void queries.invalidateQueries({ queryKey: salonQuery.queryKey });
      onClose();
    },
  });
  const consent = form.field('consent');
  return (
    <Dialog title="Dodaj u radove" onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit="Dodaj u radove">
        <SelectField
          {...form.field('service_id')}
          label="Usluga"
          options={[
            { value: '', label: 'Izaberite uslugu' },
            ...services.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {/* without a name: useForm would take the value of an unticked box for typed text */}
        <Checkbox
          label={CONSENT}
          isOn={consent.value === '1'}
          onChange={(isOn) => consent.onChange(isOn ? '1' : '')}
        />
        <p className="text-small text-soft">
          Slika se objavljuje bez imena. Čuva se ko je i kada potvrdio. Sa strane se skida jednim dodirom.
        </p>
      </DialogForm>
    </Dialog>
  );
}
