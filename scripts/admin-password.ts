/**
 * `npm run admin:password`: sets a new password for the owner's account and ends all sessions of the account; the
 * server may be running. Asks for the password; if none is typed, generates one and prints it.
 */
import '../src/server/platform/private-files.ts';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { PASSWORD_MAX_CHARACTERS } from '../src/contract/schemas.ts';
import { passwordRefusal } from '../src/domain/accounts/accounts.ts';
import { charactersIn } from '../src/domain/limits.ts';
import { generatePassword, setAdminPassword } from '../src/server/accounts/admin-account.ts';
import { makePasswords } from '../src/server/platform/auth/passwords.ts';
import { BadSetting, readConfig } from '../src/server/platform/config.ts';
import { connectFirst, openForCommand } from '../src/server/platform/db/open.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';

/** Reads a password from the terminal without showing it. Returns '' if there is no terminal. */
async function asked(): Promise<string> {
  if (!process.stdin.isTTY) return '';
  process.stdout.write('New password for the admin (not shown; Enter alone generates one): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    throw new BadSetting('Stopped. Nothing was changed.'); // the user pressed Ctrl+C
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}

function assertGood(password: string): void {
  if (passwordRefusal(password) || charactersIn(password) > PASSWORD_MAX_CHARACTERS)
    throw new BadSetting(`A password has 6 to ${PASSWORD_MAX_CHARACTERS} characters. Nothing was changed.`);
}

async function main(): Promise<void> {
  parseArgs(); // refuses all arguments, so that `--help` changes no password
  const config = readConfig(process.env);
  const given = await asked();
  const password = given === '' ? generatePassword() : given;
  assertGood(password);
  const database = openForCommand(config);
  const { db } = database;
  try {
    await connectFirst(database);
    const email = await setAdminPassword({ db, passwords: makePasswords() }, password);
    if (email === undefined)
      throw new BadSetting('There is no admin account yet; the first start of the server creates it.');
    console.log(`Email:     ${email}`);
    console.log(`Password:  ${given === '' ? `${password}   (generated, shown only now)` : 'as typed'}`);
    console.log('All sessions of the admin have ended. Log in again.');
  } finally {
    await database.close();
  }
}

await main().catch(exitWithMessage);
