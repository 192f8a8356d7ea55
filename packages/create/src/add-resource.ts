#!/usr/bin/env node
/** Adds a resource to the application in the working directory: `npm run add-resource -- invoices`. */
import { addResource } from './resource/add-resource.ts'
import { generateClient } from './resource/generate-client.ts'
import { end } from './ending.ts'

await end(async (say) => {
  say(await addResource(process.cwd(), process.argv.slice(2)))
  await generateClient(process.cwd())
})
