import { callsOf, importsOf, SCHEMAS } from './schemas.ts'
import type { Author } from './author.ts'

const resource = (name: string) => `import { z } from 'zod'
import { procedure, router } from './trpc.ts'

${SCHEMAS}
const id = z.string().max(64)


export const ${name} = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/${name}' } })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(100).optional() }))
    .output(page)
    .query(() => ({ data: [example], next: null })),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/${name}/{id}' } })
    .input(z.object({ id }))
    .output(record)
    .query(({ input }) => ({ ...example, id: input.id })),
  create: procedure
    .meta({ openapi: { method: 'POST', path: '/${name}' } })
    .input(z.object(changes))
    .output(record)
    .mutation(({ input }) => ({ ...example, ...input })),
  update: procedure
    .meta({ openapi: { method: 'PUT', path: '/${name}/{id}' } })
    .input(z.object({ id, ...changes }))
    .output(record)
    .mutation(({ input }) => ({ ...example, ...input })),
  delete: procedure
    .meta({ openapi: { method: 'DELETE', path: '/${name}/{id}' } })
    .input(z.object({ id }))
    .output(z.object({}))
    .mutation(() => ({})),
})
`

/** Generates the application with tRPC, and with trpc-to-openapi for its paths and its OpenAPI document. */
export const trpc: Author = (resources) => ({
  ...Object.fromEntries(resources.map((name) => [`${name}.ts`, resource(name)])),
  'trpc.ts': `import { initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'

export const { procedure, router } = initTRPC.meta<OpenApiMeta>().create({ isDev: false })
`,
  'app.ts': `import { router } from './trpc.ts'
${importsOf(resources)}

export const app = router({ ${resources.join(', ')} })
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
