import type { Db, Trx } from '../../../src/server/platform/db/schema.ts';

/** Returns the database wrapped so that its first transaction begins after `act`, and fails if `act` rejects. */
export const beforeFirstTransaction = (db: Db, act: () => Promise<unknown>): Db => {
  let count = 0;
  return new Proxy(db, {
    get(own, name: keyof Db) {
      const value = own[name];
      if (name === 'transaction' && count++ === 0)
        return () => ({
          execute: async (work: (trx: Trx) => Promise<unknown>) => {
            await act();
            return own.transaction().execute(work);
          },
        });
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
};

export const withFailingTransaction = (db: Db): Db =>
  beforeFirstTransaction(db, () => Promise.reject(new Error('connection lost')));
