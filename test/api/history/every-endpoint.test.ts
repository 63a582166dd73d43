import { expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import { createFixture, type RequestExample, tokenWith } from '../../support/request-examples.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** Every endpoint that may change data. */
const WRITING = (endpoints as readonly Endpoint[])
  .filter(({ method }) => method !== 'GET')
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}` as EndpointName, endpoint] as const);

/** Endpoints that add no history entry here, each with the reason. Other tests check the entries of some of them. */
const LEAVES_NONE: Partial<Record<EndpointName, string>> = {
  'POST /auth/login': 'a session',
  'POST /auth/logout': 'a session',
  'POST /auth/forgot': 'a mail',
  'POST /auth/reset': 'needs a mailed link: appointment-history.test.ts',
  'POST /auth/me/delete': 'needs the right password: appointment-history.test.ts',
  'POST /auth/me/tickets': 'needs a link: people/tickets.test.ts',
  'POST /appointments/undo': 'needs something to undo: appointment-history.test.ts',
  'POST /guest-link/view': 'reads',
  'POST /guest-link/calendar': 'reads',
  'POST /guest-link/free': 'reads',
  'POST /appointments/{id}/free-rest': 'needs a booking with a rest: times/times.test.ts',
  'POST /guest-link/confirm': 'needs a link: told/coming.test.ts',
  'POST /appointments/{id}/link': 'a link',
  'PUT /delay': 'the told times: told/delay.test.ts',
  'POST /appointments/{id}/reached': 'the round: told/round.test.ts',
  'POST /sms/test': 'a message',
  'POST /guest-link/no-sms': 'needs a link: told/sms.test.ts',
  'POST /guest-link/cancel': 'needs a link: appointment-history.test.ts',
  'POST /guest-link/service': 'needs a link: guest-links.test.ts',
  'POST /guest-link/reschedule': 'needs a link: moving-by-link.test.ts',
  'POST /templates/preview-range': 'reads',
  'POST /appointments/series/preview': 'reads',
  'POST /annual/preview': 'reads',
  'POST /client-notifications/{id}/read': 'a notification',
  'POST /client-notifications/read-all': 'notifications',
  'DELETE /client-notifications/{id}': 'a notification',
  'DELETE /client-notifications': 'notifications',
  'POST /client-notifications/free-slot': 'the waitlist',
  'DELETE /client-notifications/free-slot': 'the waitlist',
  'POST /notifications/{id}/read': 'a notification',
  'DELETE /notifications/{id}': 'a notification',
  'POST /notifications/read-all': 'notifications',
  'DELETE /notifications': 'notifications',
  'POST /backups': 'a file',
  'POST /appointments/{id}/attendance': 'needs a booking that has begun: attendance/attendance.test.ts',
  'PUT /appointments/{id}/work': 'needs a booking that has begun: work/work.test.ts',
  'POST /appointments/{id}/pictures': 'a file',
  'POST /guest-link/pictures': 'a file',
  'POST /pictures': 'a file',
  'DELETE /pictures/{id}': 'a file',
  'POST /works': 'the work itself keeps who published it',
  'PUT /works/order': 'an order',
  'DELETE /works/{id}': 'the work itself',
  'POST /appointments/called': 'the list of guests to call',
  'DELETE /waitlist/{id}': 'the waitlist',
  'POST /payments': 'the ledger is a history itself',
  'POST /holdings': 'the ledger is a history itself',
  'POST /holdings/{id}/link': 'a link',
  'POST /voucher': 'reads',
  'POST /appointments/{id}/counted': 'the uses of a holding are a history themselves',
  'POST /shares/payouts': 'the ledger is a history itself',
  'POST /payments/{id}/void': 'the ledger is a history itself',
  'POST /push': 'a device',
  'DELETE /push': 'a device',
  'POST /calendar-feed': 'a link',
  'DELETE /calendar-feed': 'a link',
};

/** Bodies to send instead of the request example, for endpoints whose example does not change any data. */
const BODIES: Partial<Record<EndpointName, object>> = {
  'PUT /work-fields': [1, 2, 3, 4].map((id) => ({ id, name: `Polje ${id}`, is_active: 1 })),
  'PUT /auth/me': { old_password: 'lozinka', city: 'Novi Sad' },
};

async function send(name: EndpointName, endpoint: Endpoint, example: RequestExample, token: string | null) {
  const path = endpoint.path.replace(/\{(\w+)\}/, (_, key) => String(example.params?.[key]));
  const query = new URLSearchParams(example.query).toString();
  const payload = BODIES[name] ?? example.body;
  const response = await salon.app.inject({
    method: endpoint.method,
    url: `/api${path}${query && `?${query}`}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
  return response.statusCode;
}

onBothEngines('history entries of every endpoint', { emptyBeforeEach: true }, () => {
  test.each(WRITING)(
    '%s adds a history entry, unless LEAVES_NONE lists the endpoint',
    async (name, endpoint) => {
      const { owner, requestExamples } = await createFixture(salon);
      const token = tokenWith(endpoint.access, owner, salon);
      const status = await send(name, endpoint, requestExamples[name], token);
      const rows = await salon.db.selectFrom('history').select(['id', 'by_name', 'changes']).execute();
      if (LEAVES_NONE[name]) return expect(rows).toEqual([]);
      expect({ name, status: status < 300, rows: rows.length > 0 }).toEqual({
        name,
        status: true,
        rows: true,
      });
      for (const { by_name, changes } of rows) {
        expect(by_name).not.toBe('');
        expect(changes).not.toMatch(/password|hash|token|argon/);
      }
    },
  );
});
