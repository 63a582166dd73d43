import { dateOf, isWallTime, minutesBetween, startOfWeek, type WallTime } from './wall-clock.ts';

/** The kinds of backups in file names; `asked` means made by `npm run backup` or by the owner with a button. */
export const BACKUP_KINDS = ['daily', 'asked', 'before-restore', 'before-upgrade'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

export interface NamedBackup {
  readonly name: string;
  readonly kind: BackupKind;
  readonly made_at: WallTime;
}

const PREFIX: Readonly<Record<BackupKind, string>> = {
  daily: 'daily',
  asked: 'lunula',
  'before-restore': 'before-restore',
  'before-upgrade': 'before-upgrade',
};
const NAME =
  /^(daily|lunula|before-restore|before-upgrade)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\.(?:sqlite|dump)$/;

const DAILY_KEPT = 14;
const WEEKLY_KEPT = 8;
const BEFORE_KEPT = 5;
const DAY_MINUTES = 24 * 60;

/** A backup's name without the file extension, which depends on the database: `daily-2026-11-17-112005`. */
export const backupName = (kind: BackupKind, madeAt: WallTime): string =>
  `${PREFIX[kind]}-${madeAt.replace(' ', '-').replaceAll(':', '')}`;

/** Parses a file name in backups/; undefined for a file that was named by hand. */
export function backupNamed(name: string): NamedBackup | undefined {
  const [, prefix, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  const madeAt = `${day} ${hours}:${minutes}:${seconds}`;
  const kind = BACKUP_KINDS.find((each) => PREFIX[each] === prefix);
  return kind && isWallTime(madeAt) ? { name, kind, made_at: madeAt } : undefined;
}

const newestFirst = (a: NamedBackup, b: NamedBackup): number => (a.made_at < b.made_at ? 1 : -1);

const newestOfEach = (
  sorted: readonly NamedBackup[],
  groupOf: (backup: NamedBackup) => string,
  count: number,
): NamedBackup[] =>
  [...Map.groupBy(sorted, groupOf).values()].slice(0, count).flatMap(([first]) => first ?? []);

/** The backups to delete. Counts backups, not days, so that a clock jump deletes none. Keeps manual and renamed backups. docs/spec/behaviour.md §11.2 */
export function outdatedBackups(names: readonly string[]): string[] {
  const sorted = names.flatMap((name) => backupNamed(name) ?? []).sort(newestFirst);
  const of = (kind: BackupKind) => sorted.filter((backup) => backup.kind === kind);
  const kept = new Set<NamedBackup>([
    ...of('asked'),
    ...newestOfEach(of('daily'), ({ made_at }) => dateOf(made_at), DAILY_KEPT),
    ...newestOfEach(of('daily'), ({ made_at }) => startOfWeek(dateOf(made_at)), WEEKLY_KEPT),
    ...of('before-restore').slice(0, BEFORE_KEPT),
    ...of('before-upgrade').slice(0, BEFORE_KEPT),
  ]);
  return sorted.filter((backup) => !kept.has(backup)).map(({ name }) => name);
}

/** The newest daily or requested backup. Ignores backups that a wrong clock dated in the future. */
export const newestBackup = (names: readonly string[], now: WallTime): NamedBackup | undefined =>
  names
    .flatMap((name) => backupNamed(name) ?? [])
    .filter(({ kind, made_at }) => (kind === 'daily' || kind === 'asked') && made_at <= now)
    .sort(newestFirst)[0];

/** True when an automatic backup is due. docs/spec/behaviour.md §11.2 */
export function isBackupDue(names: readonly string[], now: WallTime): boolean {
  const newest = newestBackup(names, now);
  return newest === undefined || minutesBetween(newest.made_at, now) >= DAY_MINUTES;
}

const SPARE_BYTES = 100_000_000;

/** True if the free space is under three times the database's size plus 100 MB, too little for another backup. */
export const isDiskNearlyFull = (freeBytes: number, salonBytes: number): boolean =>
  freeBytes < 3 * salonBytes + SPARE_BYTES;
