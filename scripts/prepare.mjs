/**
 * The first step of each npm script. Installs the packages, Node 26 among them, if package-lock.json has changed.
 * With `build`, it also builds the server and the web. It is plain JavaScript, because it must also run on Node 20.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 26;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules', '.package-lock.json');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Returns the path of the Node that npm installed as a package; undefined if no such package exists for this
 * platform.
 */
function bundledNode() {
  const names = Object.keys(readJson(join(root, 'package.json')).optionalDependencies ?? {});
  const paths = names.map((name) =>
    join(root, 'node_modules', name, 'bin', name.startsWith('node-win') ? 'node.exe' : 'node'),
  );
  return paths.find((path) => existsSync(path));
}

const major = (version) => Number(/^v?(\d+)\./.exec(version)?.[1] ?? 0);
const runningIsNew = major(process.version) >= NODE_MAJOR;

function runs(node) {
  if (!node) return false;
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 && major(stdout) >= NODE_MAJOR;
}

/**
 * True if the installed packages match the lock file. Compares contents, because the modification times change with
 * each checkout or branch switch.
 */
function sameContent() {
  const { '': _root, ...wanted } = readJson(lockFile).packages;
  const installed = readJson(installedFile).packages;
  const extra = Object.keys(installed).some((path) => installed[path].integrity !== wanted[path]?.integrity);
  return !extra && Object.keys(wanted).every((path) => installed[path] || wanted[path].optional);
}

function isInstalled() {
  if (!existsSync(installedFile)) return false;
  if (!runningIsNew && !existsSync(join(root, 'node_modules', '.bin', 'node'))) return false;
  if (statSync(lockFile).mtimeMs <= statSync(installedFile).mtimeMs) return true;
  if (!sameContent()) return false;
  utimesSync(installedFile, new Date(), new Date());
  return true;
}

function install() {
  const began = Date.now();
  console.log('Installing the packages (npm ci) …');
  // no package needs an install script (check:dependencies); the log level hides the EBADENGINE warnings of an old
  // Node
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  args.push('--loglevel=error');
  const npm = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
  const options = { cwd: root, encoding: 'utf8', shell: !npm };
  const done = npm ? spawnSync(process.execPath, [npm, ...args], options) : spawnSync('npm', args, options);
  if (done.status !== 0) stop(`npm ci failed:\n${firstLines(done.stderr)}${done.error ?? ''}`);
  giveWindowsExec();
  console.log(`Packages installed in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

const firstLines = (text) => (text ?? '').split('\n').slice(0, 40).join('\n');

/**
 * Creates the command `exec` for Windows, whose cmd.exe lacks it. npm scripts use `exec node …` so that there is no
 * shell between npm and the server; the shell would not pass SIGTERM on to the server.
 */
function giveWindowsExec() {
  if (process.platform !== 'win32') return;
  writeFileSync(join(root, 'node_modules', '.bin', 'exec.cmd'), '@%*\r\n');
}

function stop(text) {
  console.error(text);
  process.exit(1);
}

/**
 * Removes node_modules/.bin/node if it does not run on this system, for example because of another C library. npm
 * scripts would use this file before any other Node. If no other Node is new enough, ends the process.
 */
function checkNode() {
  if (runs(bundledNode())) return;
  if (runningIsNew) return rmSync(join(root, 'node_modules', '.bin', 'node'), { force: true });
  const here = `${process.platform}-${process.arch}`;
  stop(
    `Lunula needs Node ${NODE_MAJOR}: npm has none for ${here}; please install Node ${NODE_MAJOR} or newer.`,
  );
}

/** Builds with the installed Node 26, because the Node that runs this script may not support TypeScript. */
function buildWithBundledNode() {
  for (const name of ['build-server.ts', 'build-web.ts']) {
    const { status } = spawnSync(bundledNode(), [join(root, 'scripts', name)], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}

if (!isInstalled()) {
  install();
  checkNode();
}
if (process.argv[2] === 'build') {
  // caches the compiled script, because compiling takes most of the time when everything is up to date
  module.enableCompileCache?.(join(root, '.cache', 'node'));
  if (runningIsNew) {
    await (await import('./build-server.ts')).buildServer();
    await (await import('./build-web.ts')).buildWeb();
  } else buildWithBundledNode();
}
