import { expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import { merge, nothingAffected, subscribe } from '../../../src/server/platform/events/publish.ts';
import { contentsOf } from '../../support/contents.ts';
import { createFixture, tokenWith } from '../../support/request-examples.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** Every endpoint that may change data, with its name. */
const WRITING = (endpoints as readonly Endpoint[])
  .filter(({ method }) => method !== 'GET')
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}` as EndpointName, endpoint] as const);

/** For each table, the kind of event that must be published when a row of the table changes. */
const EVENT_OF = {
  appointments: 'appointments',
  absences: 'appointments',
  waitlist_entries: 'appointments',
  payments: 'appointments',
  holdings: 'appointments',
  holding_uses: 'appointments',
  cash_days: 'appointments',
  deposits: 'appointments',
  admin_notifications: 'notifications',
  client_notifications: 'notifications',
} as const;

onBothEngines('events of every command', { emptyBeforeEach: true }, () => {
  test.each(WRITING)('%s publishes events about the tables that it changes', async (name, endpoint) => {
    const { owner, requestExamples } = await createFixture(salon);
    const token = tokenWith(endpoint.access, owner, salon);
    const published = nothingAffected();
    subscribe(salon.db, (affected) => merge(published, affected));
    const before = await contentsOf(salon.db);
    const { params, query, body } = requestExamples[name];
    await salon.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/, (_, key) => String(params?.[key]))}?${new URLSearchParams(query)}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    });
    const after = await contentsOf(salon.db);
    const hasChanged = (table: string) => JSON.stringify(before[table]) !== JSON.stringify(after[table]);
    for (const [table, kind] of Object.entries(EVENT_OF))
      if (hasChanged(table))
        expect({ table, isPublished: published[kind].size > 0 }).toEqual({ table, isPublished: true });
    if (hasChanged('appointments')) expect(published.appointments).toContain('ADMIN');
    const ended = before.sessions?.filter((row) => !after.sessions?.includes(row)) ?? [];
    expect(published.sessions.size > 0).toBe(ended.length > 0);
    const isFree = (row: string) => row.includes('"AVAILABLE"');
    const free = (contents: typeof before) => JSON.stringify(contents.appointments?.filter(isFree));
    if (free(before) !== free(after)) expect(published.slots.size).toBeGreaterThan(0);
  });
});
