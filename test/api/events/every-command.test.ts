import { expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import {
  mergeInto,
  noAnnouncement,
  onCommitted,
} from '../../../src/server/platform/db/announcements/announcements.ts';
import { contentsOf } from '../../support/contents.ts';
import { createFixture } from '../../support/request-examples.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** Every endpoint that is not there to read, by its name. */
const WRITING = (endpoints as readonly Endpoint[])
  .filter(({ method }) => method !== 'GET')
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}` as EndpointName, endpoint] as const);

/** A row of these, and who has to hear of it. */
const TOLD = {
  appointments: 'appointments',
  absences: 'appointments',
  waitlist_entries: 'appointments',
  admin_notifications: 'notifications',
  client_notifications: 'notifications',
} as const;

onBothEngines('what every command announces', { emptyBeforeEach: true }, () => {
  test.each(WRITING)('%s announces what it has changed', async (name, endpoint) => {
    const { owner, requestExamples } = await createFixture(salon);
    const token = { public: null, user: owner.token, admin: salon.admin.token }[endpoint.access];
    const heard = noAnnouncement();
    onCommitted(salon.db, (announcement) => mergeInto(heard, announcement));
    const before = await contentsOf(salon.db);
    const { params, query, body } = requestExamples[name];
    await salon.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace('{id}', String(params?.id))}?${new URLSearchParams(query)}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    });
    const after = await contentsOf(salon.db);
    const hasChanged = (table: string) => JSON.stringify(before[table]) !== JSON.stringify(after[table]);
    for (const [table, kind] of Object.entries(TOLD))
      if (hasChanged(table)) expect({ table, told: heard[kind].size > 0 }).toEqual({ table, told: true });
    if (hasChanged('appointments')) expect(heard.appointments).toContain('ADMIN');
    const ended = before.sessions?.filter((row) => !after.sessions?.includes(row)) ?? [];
    expect(heard.sessions.size > 0).toBe(ended.length > 0);
    const isFree = (row: string) => row.includes('"AVAILABLE"');
    const free = (contents: typeof before) => JSON.stringify(contents.appointments?.filter(isFree));
    if (free(before) !== free(after)) expect(heard.slots.size).toBeGreaterThan(0);
  });
});
