import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Prints the packages that are loaded with the gateway. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? []
      if (name) packages.add(name)
      return next(url, context)
    },
  })
  await import('@roster/gateway')
  console.log(JSON.stringify([...packages]))
`

/** Each is for something that a service may be without, or needs later. */
const LATER = [
  '@electric-sql/pglite', '@fastify/ajv-compiler', '@fastify/websocket', '@mikro-orm/migrations', '@mikro-orm/pglite', '@mikro-orm/postgresql',
  '@modelcontextprotocol/server', '@nats-io/jetstream', '@nats-io/transport-node', '@node-rs/argon2', '@redis/client', 'jose', 'kysely', 'oidc-provider',
  'pg', 'prom-client', 'trpc-to-openapi', 'undici', 'yaml', 'zod-openapi',
] // prettier-ignore

test('what a service may be without is not loaded with the gateway', async () => {
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--conditions=@roster/source',
    '--input-type=module',
    '--eval',
    PROGRAM,
  ]
  const { stdout } = await run(process.execPath, args, { cwd: fileURLToPath(new URL('.', import.meta.url)) })
  const packages = JSON.parse(stdout) as string[]
  expect(packages).toContain('fastify')
  expect(LATER.filter((name) => packages.includes(name))).toEqual([])
})
