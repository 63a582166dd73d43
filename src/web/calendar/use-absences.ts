import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { WallDate } from '#salon/salon-time.ts';
import { isAbsentOn } from '#salon/slots/absence.ts';
import { errorText } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { toast } from '../ui/toast/toast.ts';

/** Why the salon is absent on a day, '' where no reason was given; undefined: it is not. */
export function useAbsences(): (day: WallDate) => string | undefined {
  const { data, error } = useQuery({
    queryKey: ['absences', 'mine'],
    queryFn: ({ signal }) => call('GET /annual/mine', { signal }),
  });
  useEffect(() => {
    if (error) toast('error', errorText(error, 'Greška pri učitavanju odsustava.'));
  }, [error]);
  return useCallback(
    (day) => {
      const absence = data?.find((one) => isAbsentOn(day, [one]));
      return absence && (absence.reason ?? '');
    },
    [data],
  );
}
