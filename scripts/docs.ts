/** Writes the documents in docs/ that are generated from the contract. */
import { writeFile } from 'node:fs/promises'
import { application } from '@roster/api'
import { servedOf } from '@roster/gateway'
import { buildDocument, yamlOf } from '@roster/gateway/openapi'
import { accessDocument } from './access-document.ts'
import { architectureDocument } from './architecture-document.ts'
import { formatted } from '../packages/generator/src/text/format.ts'

const served = servedOf(application)
const write = (name: string, text: string) => writeFile(new URL(`../docs/${name}`, import.meta.url), text)

const document = await buildDocument({
  ...served,
  access: application.access,
  naming: application.naming,
  baseUrl: 'http://localhost:3000',
})
await write('openapi.yaml', await yamlOf(document))
await write('access.md', await formatted('access.md', accessDocument(served.resources)))
await write('architecture.md', await formatted('architecture.md', architectureDocument()))
