#!/usr/bin/env node
/** Runs a program like `node`, on a current Node.js: `roster-node src/main.ts`. */
require('./launch.cjs').launch(process.argv.slice(2))
