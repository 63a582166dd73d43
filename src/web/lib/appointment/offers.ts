import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FreeSlot } from '#contract/appointments.ts';
import type { Service } from '#contract/services.ts';
import type { Offer, PageRules } from '#domain/appointments/service-fit.ts';
import type { ServiceId, TechnicianId } from '#domain/ids.ts';
import { technicianRefusal } from '#domain/technicians.ts';
import type { Span } from '#domain/times/offers.ts';
import { useNow } from '../clock/clock.ts';
import { servicesQuery, useSalon } from '../queries/queries.ts';
import type { Technician } from '../queries/technicians.ts';
import { useSession } from '../session/session.ts';
import { loadSplitRules, splitRules } from './loaded-rules.ts';

/** A time to choose: one free slot, several joined slots, or with `split_slots` a part of them. */
export type FreeOffer = Offer<FreeSlot>;

function useSplitRules(isNeeded: boolean) {
  const [loaded, setLoaded] = useState(splitRules);
  useEffect(() => {
    if (isNeeded && !loaded) void loadSplitRules().then((rules) => setLoaded(rules));
  }, [isNeeded, loaded]);
  return loaded;
}

/** Not the price list's own query, disabled: the server would then not fetch it for the rest of the page. */
const NO_QUERY = queryOptions<Service[]>({ queryKey: ['no price list'], queryFn: skipToken });

/** `isBound`: whether the notice counts, by default as it binds the user. */
export type SplitFor = (work: readonly ServiceId[] | Span, isBound?: boolean) => PageRules['split'];

/** With `split_slots`: the offers within free slots for services, or for a span; undefined for whole slots and while the rules load. */
export function useSplit(technicians: readonly Technician[]): SplitFor | undefined {
  const now = useNow();
  const { data: salon } = useSalon();
  const isSplit = salon?.split_slots === 1;
  const { data: services } = useQuery(isSplit ? servicesQuery : NO_QUERY);
  const isUsers = (useSession()?.role ?? 'CLIENT') === 'CLIENT';
  const rules = useSplitRules(isSplit);
  if (!isSplit || !rules || !services || now === null) return undefined;
  return (work, isBound = isUsers) => rules.splitRules({ salon, services, technicians, work, now, isBound });
}

/** The services and the technician for which the user searches a time. */
export interface Searched {
  readonly ids: readonly ServiceId[];
  /** The technician; null means any technician. */
  readonly technicianId: TechnicianId | null;
}

interface Slots {
  readonly all: readonly FreeSlot[];
  readonly technicians: readonly Technician[];
}

/** The slots of the chosen technician, or of all technicians who do the services. */
export const slotsFor = ({ all, technicians }: Slots, { ids, technicianId }: Searched): FreeSlot[] =>
  all.filter(({ technician_id: id }) => {
    if (!id) return true;
    const { service_ids = null } = technicians.find((one) => one.id === id) ?? {};
    return (technicianId ?? id) === id && !technicianRefusal(service_ids, ids);
  });
