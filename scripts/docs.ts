/** Writes the documents in docs/ that follow from the contract. */
import { writeFile } from 'node:fs/promises'
import { about, appRouter, resources } from '@roster/api/app'
import { documentOf } from '@roster/gateway/openapi'

const { yaml } = documentOf({
  router: appRouter,
  about,
  resources: Object.values(resources).map(({ contract }) => contract),
  rest: Object.values(resources).flatMap(({ rest }) => rest),
  files: Object.values(resources).flatMap(({ files }) => files),
  baseUrl: 'http://localhost:3000',
})
await writeFile(new URL('../docs/openapi.yaml', import.meta.url), yaml)
