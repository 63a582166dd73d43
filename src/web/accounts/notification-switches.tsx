import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { request } from '../lib/api.ts';
import { PushOnDevice } from '../lib/device/push-on-device.tsx';
import { errorText } from '../lib/errors.ts';
import { accountQueries } from '../lib/queries/queries.ts';
import { Switch } from '../ui/checkbox.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.ts';

const PUSH_LEAD =
  'Podsetnik dan i dva sata pre termina, promene koje napravi salon i termin koji se oslobodio. Stižu i kada stranica nije otvorena.';

/** Mails and pushes of a client. Each change is saved at once, without the password (docs/spec/product.md §5.2). */
export function NotificationSwitches({ profile }: { profile: ResponseBody<'GET /auth/me'> }) {
  const queries = useQueryClient();
  const { queryKey } = accountQueries.profile();
  const saving = useMutation({
    scope: { id: 'notification-switches' }, // the last tap wins
    mutationFn: (body: RequestBody<'PUT /auth/me/notifications'>) =>
      request('PUT /auth/me/notifications', { body }),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: (error) => toast('error', errorText(error, 'Greška pri čuvanju podataka.')),
  });
  const { mail_on, push_on } = { ...profile, ...(saving.isPending && saving.variables) };
  return (
    <Section title="Obaveštenja" className="mt-10">
      <Switch
        label="Obaveštenja na email"
        isOn={mail_on === 1}
        onChange={(isOn) => saving.mutate({ mail_on: isOn ? 1 : 0 })}
        className="mb-2"
      />
      <PushOnDevice
        lead={PUSH_LEAD}
        account={{
          isOff: push_on === 0,
          onSwitch: (isOn) => saving.mutate({ push_on: isOn ? 1 : 0 }),
        }}
      />
    </Section>
  );
}
