// Runs statements on the PostgreSQL server of the test run.
import { Client } from 'pg';

export const TEMPLATE = 'lunula_template';

export const urlOf = (serverUrl: string, database: string): string => new URL(`/${database}`, serverUrl).href;

export async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client(serverUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a role that needs a password; all other roles still connect without one. */
export async function createRoleWithPassword(serverUrl: string, user: string): Promise<void> {
  await runOnServer(serverUrl, `create role ${user} login password 'prava lozinka'`);
  const client = new Client(serverUrl);
  await client.connect();
  try {
    const { rows } = await client.query('show hba_file');
    const lines = [`host all ${user} all scram-sha-256`, 'host all all all trust'];
    const values = lines.map((line) => `('${line}')`).join(', ');
    await client.query(`copy (values ${values}) to '${rows[0].hba_file}'`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
