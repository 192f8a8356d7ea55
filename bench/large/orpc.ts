import { callsOf, importsOf, SCHEMAS } from './schemas.ts'
import type { Author } from './author.ts'

const resource = (name: string) => `import { os } from '@orpc/server'
import { z } from 'zod'

${SCHEMAS}
const id = z.string().max(64)

export const ${name} = {
  list: os
    .route({ method: 'GET', path: '/${name}' })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(100).optional() }))
    .output(page)
    .handler(() => ({ data: [example], next: null })),
  get: os
    .route({ method: 'GET', path: '/${name}/{id}' })
    .input(z.object({ id }))
    .output(record)
    .handler(({ input }) => ({ ...example, id: input.id })),
  create: os
    .route({ method: 'POST', path: '/${name}' })
    .input(z.object(changes))
    .output(record)
    .handler(({ input }) => ({ ...example, ...input })),
  update: os
    .route({ method: 'PUT', path: '/${name}/{id}' })
    .input(z.object({ id, ...changes }))
    .output(record)
    .handler(({ input }) => ({ ...example, ...input })),
  delete: os
    .route({ method: 'DELETE', path: '/${name}/{id}' })
    .input(z.object({ id }))
    .output(z.object({}))
    .handler(() => ({})),
}
`

/** Generates the application with oRPC. */
export const orpc: Author = (resources) => ({
  ...Object.fromEntries(resources.map((name) => [`${name}.ts`, resource(name)])),
  'app.ts': `${importsOf(resources)}

export const app = { ${resources.join(', ')} }
export type App = typeof app
`,
  'client.ts': `import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { RouterClient } from '@orpc/server'
import type { App } from './app.ts'

const client: RouterClient<App> = createORPCClient(new RPCLink({ url: 'http://127.0.0.1' }))
export async function run(amounts: number[]): Promise<void> {
${callsOf(resources)}
}
`,
})
