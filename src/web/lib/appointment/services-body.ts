/** How a request names services: an older server, which runs on during an upgrade, knows one. */
export const servicesBody = <Id extends number>(ids: readonly Id[]) =>
  ids.length > 1 ? { service_ids: [...ids] } : { service_id: ids[0] ?? null };
