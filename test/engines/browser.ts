// Firefox and WebKitGTK as the system has them, by their own remote control: Firefox by WebDriver BiDi, WebKit by
// WebDriver. Playwright drives only engines that it has built itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/machine/free-port.ts';

export interface Engine {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** The value of an expression in the page; a promise is awaited. */
  run(expression: string): Promise<unknown>;
  /** Opens a tab and closes the one before. */
  replaceTab(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;

async function until<T>(what: string, find: () => Promise<T | null | undefined>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(100)) {
    const found = await find();
    if (found !== null && found !== undefined) return found;
  }
  throw new Error(`Not in time: ${what}`);
}

/** Ends a program and the programs that it has started. */
function end(program: ChildProcess): void {
  if (program.pid !== undefined && program.exitCode === null) process.kill(-program.pid, 'SIGKILL');
}

function programAt(paths: readonly string[], name: string, debian: string): string {
  const found = paths.find((path) => existsSync(path));
  if (found) return found;
  throw new Error(`${name} is missing: apt-get install ${debian}`);
}

/** Sends WebDriver BiDi commands. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data));
    const one = waiting.get(id);
    if (error) one?.reject(new Error(`${error}: ${message}`));
    else one?.resolve(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No answer at ${address}`)));
  });
  let count = 0;
  return (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const one = Promise.withResolvers<Record<string, unknown>>();
    count += 1;
    waiting.set(count, one);
    socket.send(JSON.stringify({ id: count, method, params }));
    return one.promise;
  };
}

export async function openFirefox(): Promise<Engine> {
  const firefox = programAt(['/usr/bin/firefox-esr', '/usr/bin/firefox'], 'Firefox', 'firefox-esr');
  const profile = mkdtempSync(join(tmpdir(), 'lunula-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const env = { ...process.env, HOME: profile };
  const program = spawn(firefox, args, { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  program.stderr.on('data', (text) => {
    printed += text;
  });
  const address = await until('Firefox', async () => /BiDi listening on (ws:\S+)/.exec(printed)?.[1]);
  const send = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  const newTab = async () => String((await send('browsingContext.create', { type: 'tab' })).context);
  let context = await newTab();
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    async run(expression) {
      const asked = { expression, target: { context }, awaitPromise: true };
      const { result, exceptionDetails } = await send('script.evaluate', asked);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return (result as { value?: unknown }).value;
    },
    async replaceTab() {
      const old = context;
      context = await newTab();
      await send('browsingContext.close', { context: old });
    },
    async close() {
      end(program);
      await wait(500);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

export async function openWebKit(): Promise<Engine> {
  const debian = 'webkit2gtk-driver xvfb';
  const driver = programAt(['/usr/bin/WebKitWebDriver'], 'WebKitWebDriver', debian);
  const binary = programAt(MINI_BROWSERS, 'MiniBrowser', debian);
  const xvfb = programAt(['/usr/bin/Xvfb'], 'Xvfb', debian);
  const display = `:${(await freePort()) % 1000}`;
  const screen = spawn(xvfb, [display], { detached: true, stdio: 'ignore' });
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const program = spawn(driver, [`--port=${port}`], { env, detached: true, stdio: 'ignore' });
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${path}: ${value?.error} ${value?.message}`);
    return value;
  };
  await until('WebKitWebDriver', () => ask('GET', '/status').catch(() => null));
  const capabilities = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const session = await ask('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
  const path = `/session/${(session as { sessionId: string }).sessionId}`;
  return {
    open: async (url) => void (await ask('POST', `${path}/url`, { url })),
    reload: async () => void (await ask('POST', `${path}/refresh`, {})),
    back: async () => void (await ask('POST', `${path}/back`, {})),
    run(expression) {
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then(done);`;
      return ask('POST', `${path}/execute/async`, { script, args: [] });
    },
    async replaceTab() {
      const made = (await ask('POST', `${path}/window/new`, { type: 'tab' })) as { handle: string };
      await ask('DELETE', `${path}/window`);
      await ask('POST', `${path}/window`, { handle: made.handle });
    },
    async close() {
      await ask('DELETE', path).catch(() => null); // the browser may be gone already
      end(program);
      end(screen);
    },
  };
}
