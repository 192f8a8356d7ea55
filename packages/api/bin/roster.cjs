#!/usr/bin/env node
const { join } = require('node:path')
const { launch } = require('@roster/node')

launch([join(__dirname, '../dist/src/main.js'), ...process.argv.slice(2)])
