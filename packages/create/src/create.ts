#!/usr/bin/env node
/** Writes a new application: `npm create @roster my-api`. */
import { createApplication } from './application/create-application.ts'
import { end } from './ending.ts'

await end(async (say) => say(await createApplication(process.argv.slice(2))))
