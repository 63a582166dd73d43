/** The meaning of a database error, the same on both engines (docs/engines.md §5). */
export type Violation = 'overlap' | 'unique' | 'foreign-key' | 'unavailable' | undefined;

interface EngineError {
  code?: unknown;
  errcode?: unknown;
  message?: unknown;
  constraint?: unknown;
  cause?: unknown;
}

const SQLITE_TRIGGER = 1811;
const SQLITE_UNIQUE = [2067, 1555];
const SQLITE_FOREIGN_KEY = 787;

/** SQLite's error codes for: aborted by another rollback, busy, read-only, I/O error, disk full, cannot open. */
const SQLITE_UNAVAILABLE = [4, 5, 8, 10, 13, 14];
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  '40P01', // PostgreSQL: deadlock that remains after the retries
  '40001',
  '55P03', // PostgreSQL: lock timeout
  '57014', // PostgreSQL: statement timeout
  '25P03', // PostgreSQL: timeout of an idle transaction
  '25006', // PostgreSQL: the server is read-only, because another one has become the primary
]);

/** PostgreSQL's error classes: connection exceptions, insufficient resources, operator intervention, system errors. */
const UNAVAILABLE_CLASSES = ['08', '53', '57P', '58'];
const UNAVAILABLE_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
];

const STALE_PLAN = 'cached plan must not change result type';

/** True if a migration has changed the columns of a prepared statement. PostgreSQL has not executed the statement. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = (error ?? {}) as EngineError;
  return code === '0A000' && message === STALE_PLAN;
}

const connectionErrors = new WeakSet<object>();

/** Marks an error that occurred while connecting: it counts as `unavailable` with any code, such as 28P01 (changed password). */
export function asConnectionError(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) connectionErrors.add(error);
  return error;
}

/** True if PostgreSQL responded but rejected the connection. At startup this means a mistake in DATABASE_URL. */
export const isDenied = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && connectionErrors.has(error) && !isUnreachable(error);

function sqliteViolation(errcode: number, message: string): Violation {
  if (errcode === SQLITE_TRIGGER && message === 'appointments_no_overlap') return 'overlap';
  if (SQLITE_UNIQUE.includes(errcode)) return 'unique';
  if (errcode === SQLITE_FOREIGN_KEY) return 'foreign-key';
  return SQLITE_UNAVAILABLE.includes(errcode & 255) ? 'unavailable' : undefined;
}

export function violationOf(error: unknown): Violation {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, errcode, message, constraint, cause } = error as EngineError;
  const text = typeof message === 'string' ? message : '';
  if (typeof errcode === 'number') return sqliteViolation(errcode, text);
  if (code === '23P01' && constraint === 'appointments_no_overlap') return 'overlap';
  if (code === '23505') return 'unique';
  if (code === '23503') return 'foreign-key';
  if (connectionErrors.has(error) || isStalePlan(error) || isUnreachable(error)) return 'unavailable';
  return cause ? violationOf(cause) : undefined;
}

function isUnreachable(error: object): boolean {
  const { code, message, cause } = error as EngineError;
  const text = typeof message === 'string' ? message : '';
  const hasCode = (known: string): boolean =>
    UNAVAILABLE_CODES.has(known) || UNAVAILABLE_CLASSES.some((c) => known.startsWith(c));
  if (typeof code === 'string' && hasCode(code)) return true;
  if (UNAVAILABLE_MESSAGES.some((part) => text.includes(part))) return true;
  return typeof cause === 'object' && cause !== null && isUnreachable(cause);
}
