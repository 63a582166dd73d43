import { z } from 'zod';
import { BACKUP_KINDS } from '#domain/backups.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const backup = s.component('Backup', 'A file in DATA_DIR/backups (docs/spec/behaviour.md §11.2).', {
  name: z.string(),
  kind: z.enum([...BACKUP_KINDS, 'named']).describe('`named`: the file was named by hand.'),
  made_at: s.wallTime,
  bytes: z.int(),
});

export const backupEndpoints = [
  endpoint('listBackups', 'GET /backups', 'manageSalon', {
    summary: 'The backups, newest first (docs/spec/behaviour.md §11.2).',
    response: z.object({
      possible: z.boolean().describe('False: PostgreSQL without pg_dump on this server.'),
      backups: z.array(backup),
    }),
  }),
  endpoint('makeBackup', 'POST /backups', 'manageSalon', {
    rateLimit: { max: 10, per: '10 minutes' },
    summary: 'Creates a backup and verifies it (docs/spec/behaviour.md §11.2).',
    status: 201,
    response: backup,
    errors: ['backup_running', 'backup_impossible', 'disk_nearly_full', 'backup_failed'],
  }),
  endpoint('getRestored', 'GET /backups/restored', 'manageSalon', {
    summary:
      'The moment of the backup that was restored, until its deadlines end; then null (docs/spec/behaviour.md §28.4).',
    response: z.object({ from: s.wallTime }).nullable(),
  }),
  endpoint('downloadBackup', 'GET /backups/file', 'manageSalon', {
    summary: 'Downloads a backup by its file name (docs/spec/behaviour.md §11.2).',
    query: z.object({ name: z.string().max(200) }),
    fileType: 'application/octet-stream',
    response: z.unknown(),
    errors: ['not_found'],
  }),
] as const;
