/** The service fields of a request. Sends a single service as `service_id`, which older servers also accept. */
export const servicesBody = <Id extends number>(ids: readonly Id[]) =>
  ids.length > 1 ? { service_ids: [...ids] } : { service_id: ids[0] ?? null };
