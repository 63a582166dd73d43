import type { ResponseBody } from '#contract/index.ts';
import type { Service } from '#contract/services.ts';
import type { PageRules } from '#domain/appointments/service-fit.ts';
import { startRefusal } from '#domain/clients/request-until.ts';
import type { ServiceId } from '#domain/ids.ts';
import { offerRules, type Span, splitOffers } from '#domain/times/offers.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { Technician } from '../queries/technicians.ts';

interface Known {
  readonly salon: ResponseBody<'GET /salon'>;
  readonly services: readonly Service[];
  readonly technicians: readonly Technician[];
  readonly work: readonly ServiceId[] | Span;
  readonly now: WallTime;
  /** Whether the notice binds the user. */
  readonly isBound: boolean;
}

/** The offers within free slots, by the rules of each technician for the chosen services. docs/spec/behaviour.md §26.1 */
export const splitRules =
  ({ salon, services, technicians, work, now, isBound }: Known): PageRules['split'] =>
  (free) =>
    splitOffers(free, (technician) =>
      offerRules({ settings: salon, services, technicians, now }, technician, work),
    ).filter(({ start_datetime }) => !(isBound && startRefusal(now, start_datetime, salon)));
