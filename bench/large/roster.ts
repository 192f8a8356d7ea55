import { callsOf, importsOf, SCHEMAS } from './schemas.ts'
import type { Author } from './author.ts'

const contract = (name: string) => `import { operation, resource } from '@roster/core/contract'
import { z } from 'zod'

${SCHEMAS}
const id = z.string().max(64)
const shared = { summary: 'One of many', description: 'One of many operations.' }

export { example }

export const contract = resource({
  name: '${name}',
  title: '${name}',
  description: 'Things.',
  events: {},
  operations: {
    list: operation({
      ...shared,
      method: 'GET',
      path: '/api/${name}',
      scope: 'read',
      query: { limit: z.coerce.number<number | string>().int().min(1).max(100).optional() },
      output: page,
    }),
    get: operation({ ...shared, method: 'GET', path: '/api/${name}/{id}', scope: 'read', params: { id }, output: record }),
    create: operation({ ...shared, method: 'POST', path: '/api/${name}', scope: 'write', body: changes, output: record, status: 201 }),
    update: operation({
      ...shared,
      method: 'PUT',
      path: '/api/${name}/{id}',
      scope: 'write',
      params: { id },
      body: changes,
      output: record,
    }),
    delete: operation({ ...shared, method: 'DELETE', path: '/api/${name}/{id}', scope: 'write', params: { id } }),
  },
})
`

const resource = (name: string) => `import { implement, on } from '@roster/core'
import { contract, example } from './${name}.contract.ts'

const { operations } = contract

export const ${name} = implement(contract, {
  entities: [],
  procedures: {
    list: on(operations.list, { run: () => ({ data: [example], next: null }) }),
    get: on(operations.get, { run: ({ input }) => ({ ...example, id: input.id }) }),
    create: on(operations.create, { run: ({ input }) => ({ ...example, ...input }) }),
    update: on(operations.update, { run: ({ input }) => ({ ...example, ...input }) }),
    delete: on(operations.delete, { run() {} }),
  },
})
`

/** Generates the application with Roster: a contract and an implementation for each resource. */
export const roster: Author = (resources) => ({
  ...Object.fromEntries(
    resources.flatMap((name) => [
      [`${name}.contract.ts`, contract(name)],
      [`${name}.ts`, resource(name)],
    ]),
  ),
  'app.ts': `import { proceduresOf, router } from '@roster/core/server'
${importsOf(resources)}

export const resources = { ${resources.join(', ')} }
export const app = router(proceduresOf(resources))
export type App = typeof app
`,
  'client.ts': `import { createTRPCClient, httpLink } from '@trpc/client'
import type { App } from './app.ts'

const raw = createTRPCClient<App>({ links: [httpLink({ url: 'http://127.0.0.1' })] })
export async function run(amounts: number[]): Promise<void> {
${callsOf(resources)
  .replaceAll(/client\.(\w+)\.(create|update|delete)\(/g, 'raw.$1.$2.mutate(')
  .replaceAll(/client\.(\w+)\.(get|list)\(/g, 'raw.$1.$2.query(')}
}
`,
})
