/** Writes the documents in docs/ that follow from the contract. */
import { writeFile } from 'node:fs/promises'
import { access } from '@roster/api'
import { about, application, appRouter, resources } from '@roster/api/app'
import { namingOf } from '@roster/gateway'
import { documentOf } from '@roster/gateway/openapi'
import { accessDocument } from './access-document.ts'
import { architectureDocument } from './architecture-document.ts'
import { formatted } from '../packages/generator/src/text/format.ts'

const contracts = Object.values(resources).map(({ contract }) => contract)
const write = (name: string, text: string) => writeFile(new URL(`../docs/${name}`, import.meta.url), text)

const { yaml } = documentOf({
  naming: namingOf(application.name),
  router: appRouter,
  access,
  about,
  errors: application.errors,
  resources: contracts,
  rest: Object.values(resources).flatMap(({ rest }) => rest),
  files: Object.values(resources).flatMap(({ files }) => files),
  baseUrl: 'http://localhost:3000',
})
await write('openapi.yaml', yaml)
await write('access.md', await formatted('access.md', accessDocument(contracts)))
await write('architecture.md', await formatted('architecture.md', architectureDocument()))
