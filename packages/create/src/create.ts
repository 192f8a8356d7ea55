#!/usr/bin/env node
/** Writes a new application: `npm create @roster my-api`. */
import { createApplication } from './application/create-application.ts'
import { end } from './ending.ts'

await end(() => createApplication(process.argv.slice(2)))
