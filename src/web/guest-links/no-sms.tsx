import { useMutation } from '@tanstack/react-query';
import { t } from '#domain/language/translate.ts';
import { errorText, request } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toasts/toast.ts';

/** 'Bez SMS poruka': the number of the booking gets no SMS any more. docs/spec/behaviour.md §29.8 */
export default function NoSms({ token }: { token: string }) {
  const refusing = useMutation({
    mutationFn: () => request('POST /guest-link/no-sms', { body: { token } }),
    onError: (error) => toast('error', errorText(error, t('Greška pri čuvanju.'))),
  });
  if (refusing.isSuccess)
    return (
      <p role="status" className="text-center text-small text-soft">
        {t('Više ne šaljemo SMS poruke na vaš broj.')}
      </p>
    );
  return (
    <Button variant="text" isSmall isBusy={refusing.isPending} onClick={() => refusing.mutate()}>
      {t('Bez SMS poruka')}
    </Button>
  );
}
