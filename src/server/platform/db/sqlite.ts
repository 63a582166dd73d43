import { DatabaseSync } from 'node:sqlite';
import { type Driver, SqliteAdapter, SqliteDialect } from 'kysely';
import { TwoLanes } from './sqlite-driver.ts';
import { type Version, watchVersion } from './version.ts';

const BUSY_TIMEOUT_MS = 5000;

class Adapter extends SqliteAdapter {
  readonly version: Version;
  constructor(version: Version) {
    super();
    this.version = version;
  }
  // true, to skip Kysely's own mutex: it wakes the whole queue at every release, our lanes hand over in order
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** For a file that `openFile` has opened; closes it too. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #file: DatabaseSync;
  readonly #version: Version;
  constructor(file: DatabaseSync) {
    super({
      database: () => {
        throw new Error('the driver opens it');
      },
    });
    this.#file = file;
    this.#version = watchVersion(file);
  }
  override createDriver(): Driver {
    const path = this.#file.location();
    if (path === null) throw new Error('a database in memory can not be read beside its transactions');
    const options = { readOnly: true, timeout: BUSY_TIMEOUT_MS, open: false };
    return new TwoLanes(this.#file, new DatabaseSync(path, options), this.#version);
  }
  override createAdapter() {
    return new Adapter(this.#version);
  }
}

/** Opens a file with WAL and `synchronous=FULL`: an acknowledged commit survives a power cut. */
export function openFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  file.exec('pragma journal_mode=wal');
  file.exec('pragma synchronous=full');
  return file;
}
