import { clientFiles, finished } from '../client/files.ts'
import { formatted } from '../text/format.ts'
import { entryOf } from './entry.ts'
import { errorClasses } from './error-classes.ts'
import { eventTypes } from './event-types.ts'
import { agentTables, mockTables } from './mock-tables.ts'
import type { PublishedApplication } from './published-application.ts'
import { publishedLayout } from './published-layout.ts'
import { readmeOf } from './readme.ts'

/** Returns the generated files of a client's package, by their paths in the package. */
export async function packageFiles(application: PublishedApplication): Promise<Map<string, string>> {
  const { name } = application
  const layout = publishedLayout(name)
  // First, because its errors describe best what is wrong with a schema.
  const client = await clientFiles(application, layout)
  const own = new Map([
    ['errors.ts', errorClasses()],
    ['index.ts', entryOf(name)],
    ['resources/event.ts', eventTypes(name)],
    ['testing/agents.ts', await agentTables(application)],
    ['testing/tables.ts', mockTables(application)],
  ])
  const sources = new Map([...client, ...(await finished(own, layout))])
  const readme = await formatted('README.md', readmeOf(application))
  return new Map([['README.md', readme], ...Array.from(sources, ([path, text]) => [`src/${path}`, text] as const)])
}
