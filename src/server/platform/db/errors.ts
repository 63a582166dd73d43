/** What a database error means, alike on both engines (docs/engines.md §5). */
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
/** Busy, read-only, I/O error, full, cannot open. */
const SQLITE_UNAVAILABLE = [5, 8, 10, 13, 14];
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  '40P01', // deadlock, after its retries
  '40001',
  '55P03', // lock timeout
  '57014', // statement timeout
  '25P03', // idle in transaction
  '25006', // read-only: another server is the primary now
]);
/** Connection exceptions, insufficient resources, operator intervention, system errors. */
const UNAVAILABLE_CLASSES = ['08', '53', '57P', '58'];
const UNAVAILABLE_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
];

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
  if (
    typeof code === 'string' &&
    (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.some((c) => code.startsWith(c)))
  )
    return 'unavailable';
  if (UNAVAILABLE_MESSAGES.some((message) => text.includes(message))) return 'unavailable';
  return cause ? violationOf(cause) : undefined;
}
