import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Sentence, said, t } from '#domain/language/translate.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { errorText } from '../api.ts';
import { isInstalled, PUSH_STATE_KEY, pushState, pushSupport, switchPushOff, switchPushOn } from './push.ts';

/** The push state of this device; refetched when the user returns from the browser's settings. */
const useDeviceState = () =>
  useQuery({
    queryKey: PUSH_STATE_KEY,
    queryFn: pushState,
    enabled: pushSupport() === 'yes',
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
  });

/** Returns a function that requests permission and enables push. Browsers require a tap for the request. */
export function useSwitchPushOn(onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: switchPushOn,
    onSuccess: (state) => {
      queries.setQueryData(PUSH_STATE_KEY, state);
      if (state === 'on') toast('success', t('Obaveštenja stižu na ovaj uređaj.'));
      onDone?.();
    },
    onError: (error) => toast('error', errorText(error, t('Obaveštenja nisu uključena. Pokušajte ponovo.'))),
  });
}

export interface PushOnDeviceProps {
  /** Text about what is pushed and when, shown before the browser asks for permission. */
  lead: string;
  /** For a client: the switch that turns pushes off for all devices of the account. */
  account?: { isOff: boolean; onSwitch: (isOn: boolean) => void } | undefined;
}

function Line({ icon: Icon, children }: { icon: typeof BellRing; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5">
      <Icon className="mt-0.5 shrink-0 text-soft" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function Guide({ icon, lead, steps }: { icon: typeof BellRing; lead: Sentence; steps: readonly Sentence[] }) {
  return (
    <>
      <Line icon={icon}>{said(lead)}</Line>
      <ol className="grid list-decimal gap-1 pl-11 text-soft">
        {steps.map((step) => (
          <li key={step}>{said(step)}</li>
        ))}
      </ol>
    </>
  );
}

const ON_IOS = {
  icon: Smartphone,
  lead: 'Na iPhone-u i iPad-u obaveštenja stižu tek kada je salon na početnom ekranu:',
  steps: [
    'U Safariju dodirnite „Deli“ (kvadrat sa strelicom).',
    'Izaberite „Dodaj na početni ekran“.',
    'Otvorite salon sa početnog ekrana, prijavite se i ovde uključite obaveštenja.',
  ],
} as const;

const UNBLOCK = {
  browser: [
    'Dodirnite znak levo od adrese stranice.',
    'Otvorite „Dozvole“ ili „Podešavanja sajta“ i dozvolite obaveštenja.',
    'Vratite se ovde i uključite ih.',
  ],
  installed: [
    'Otvorite podešavanja telefona, pa „Obaveštenja“.',
    'Nađite salon među aplikacijama i dozvolite obaveštenja.',
    'Vratite se ovde i uključite ih.',
  ],
} as const;
const DENIED = 'Obaveštenja su blokirana na ovom uređaju. Da ih dozvolite:';

function SwitchOn({ lead, onPress }: { lead: string; onPress?: () => void }) {
  const on = useSwitchPushOn();
  const press = () => {
    onPress?.();
    on.mutate();
  };
  return (
    <>
      <Line icon={BellRing}>{lead}</Line>
      <Button variant="quiet" isBusy={on.isPending} onClick={press}>
        {t('Uključi obaveštenja')}
      </Button>
    </>
  );
}

function SwitchedOn({ account }: Pick<PushOnDeviceProps, 'account'>) {
  const queries = useQueryClient();
  const off = useMutation({
    mutationFn: switchPushOff,
    onError: (error) => toast('error', errorText(error, t('Obaveštenja nisu isključena. Pokušajte ponovo.'))),
    onSettled: () => void queries.invalidateQueries({ queryKey: PUSH_STATE_KEY }),
  });
  return (
    <>
      <Line icon={BellRing}>{t('Obaveštenja stižu na ovaj uređaj, i kada stranica nije otvorena.')}</Line>
      <div className="flex flex-wrap gap-x-2">
        <Button variant="text" isBusy={off.isPending} onClick={() => off.mutate()}>
          {t('Isključi na ovom uređaju')}
        </Button>
        {account && (
          <Button variant="text" onClick={() => account.onSwitch(false)}>
            {t('Isključi na svim uređajima')}
          </Button>
        )}
      </div>
    </>
  );
}

function Content({ lead, account }: PushOnDeviceProps) {
  const { data, isError } = useDeviceState();
  const support = pushSupport();
  if (support === 'install-first') return <Guide {...ON_IOS} />;
  if (support === 'no' || isError) {
    return <Line icon={BellOff}>{t('Ovaj pregledač ne može da prima obaveštenja.')}</Line>;
  }
  if (data === 'tab') {
    return (
      <Line icon={BellOff}>
        {t('Prijavljeni ste samo u ovom prozoru. Za obaveštenja se prijavite sa uključenim „Zapamti me“.')}
      </Line>
    );
  }
  if (data === 'denied')
    return <Guide icon={BellOff} lead={DENIED} steps={UNBLOCK[isInstalled() ? 'installed' : 'browser']} />;
  if (account?.isOff)
    return (
      <SwitchOn
        lead={t('Isključili ste obaveštenja na telefon: ne stižu ni na jedan uređaj.')}
        onPress={() => account.onSwitch(true)}
      />
    );
  return data === 'on' ? <SwitchedOn account={account} /> : <SwitchOn lead={lead} />;
}

/** Shows the push state of this device, with the button to change it. docs/spec/behaviour.md §15.4 */
export function PushOnDevice(props: PushOnDeviceProps) {
  return (
    <div className="grid justify-items-start gap-3 rounded-card border border-line bg-card p-4.5">
      <Content {...props} />
    </div>
  );
}
