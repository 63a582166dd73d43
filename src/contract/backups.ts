import { z } from 'zod';
import { BACKUP_KINDS } from '#domain/backups.ts';
import { endpoint } from './endpoint.ts';
import { wallTime } from './schemas.ts';

/** One file of DATA_DIR/backups (docs/spec/behaviour.md §11.2). */
export const backup = z.object({
  name: z.string(),
  /** `named`: somebody gave it its name by hand. */
  kind: z.enum([...BACKUP_KINDS, 'named']),
  made_at: wallTime,
  bytes: z.int(),
});

export const backupEndpoints = [
  endpoint({
    method: 'GET',
    path: '/backups',
    access: 'admin',
    summary:
      'The copies of the salon, newest first; `possible` false: on PostgreSQL without pg_dump none can be made (docs/spec/behaviour.md §11.2).',
    status: 200,
    response: z.object({ possible: z.boolean(), backups: z.array(backup) }),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/backups',
    access: 'admin',
    rateLimit: { max: 10, per: '10 minutes' },
    summary: 'Makes a copy now and checks it (docs/spec/behaviour.md §11.2).',
    status: 201,
    response: backup,
    errors: ['backup_running', 'backup_impossible', 'disk_nearly_full', 'backup_failed'],
  }),
  endpoint({
    method: 'GET',
    path: '/backups/file',
    access: 'admin',
    summary: 'Downloads one copy as a file, by its name (docs/spec/behaviour.md §11.2).',
    query: z.object({ name: z.string().max(200) }),
    status: 200,
    fileType: 'application/octet-stream',
    response: z.unknown(),
    errors: ['not_found'],
  }),
] as const;
