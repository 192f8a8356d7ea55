/** Runs a script of this repository from source, on a current Node.js. */
const { launch } = require('../packages/node/launch.cjs')

launch(['--conditions=@roster/source', ...process.argv.slice(2)])
