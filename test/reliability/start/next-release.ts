// Simulates the next release of the server, which has one more migration; the migration is additive.
import { migrations } from '../../../migrations/index.ts';
import type { Migration } from '../../../migrations/migration.ts';
import { readConfig } from '../../../src/server/platform/config.ts';
import { startServer } from '../../../src/server/start.ts';

const next: Migration = {
  name: 'of the next release',
  statements: () => [
    'alter table appointments add column later_note text',
    'alter table services add column later_kind integer not null default 0',
    'create table later_things (id integer primary key, name text not null)',
    'create index appointments_by_later_note on appointments (later_note)',
  ],
};
(migrations as Migration[]).push(next);
await startServer(readConfig(process.env));
