import { application } from '@roster/api'
import { readSettings } from '@roster/gateway'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { filesOf, textOf } from '../../scripts/imports.ts'
import { isMissing, run } from '../support/live.ts'
import { SHARED_SECRET } from '../support/process.ts'

interface Service {
  logging?: { options: Record<string, string> }
  command?: string[]
  environment: Record<string, string>
  networks: string[]
  ports?: string[]
  depends_on?: Record<string, { condition: string }>
}
const FOLDER = 'deploy/compose'
const text = textOf(`${FOLDER}/compose.yaml`)
const file: { services: Record<string, Service>; networks: Record<string, unknown> } = parse(text, { merge: true })

/** What the file of settings has, filled in. */
const FILLED: Record<string, string> = {
  ROSTER_DOMAIN: 'api.example.com',
  ROSTER_SECRET: SHARED_SECRET,
  POSTGRES_PASSWORD: '0badc0de',
}
/** Variables and what stands after their names, as Compose reads them. */
const variables = (value: string) => value.matchAll(/\$\{(\w+)([^}]*)\}/g)
const filled = (value: string) => value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => FILLED[name] ?? '')
const processes = Object.entries(file.services).filter(([, { environment }]) => environment?.['DATABASE_URL'])

test('the Compose file is one, by the schema of the Compose specification', () => {
  // The linter that has it says of its dialect, draft 07, what Ajv does not know.
  const { $schema: _, ...schema } = JSON.parse(textOf('node_modules/dclint/schemas/compose.schema.json'))
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.validate(schema, file)
  expect(ajv.errors ?? []).toEqual([])
})

test('every process has settings that can be used, all of which are known, and none migrates but the one that is there for it', () => {
  expect(processes.map(([name, { command }]) => [name, command])).toEqual([
    ['gateway-1', undefined],
    ['gateway-2', undefined],
    ['migrate', ['migrate']],
  ])
  for (const [, { environment }] of processes) {
    const told = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]))
    expect(readSettings(application.naming, { NODE_ENV: 'production', ...told })).toMatchObject({
      PUBLIC_URL: 'https://api.example.com',
      MIGRATE: 'off',
      unknown: [],
    })
  }
})

test('gateways start when the schema is up to date, which waits for the database', () => {
  const { services } = file
  for (const name of ['gateway-1', 'gateway-2'])
    expect(services[name]!.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
  expect(services['migrate']!.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
  expect(services['postgres']).toHaveProperty('healthcheck')
})

test('the processes can write nothing, and have no right', () => {
  for (const [, service] of processes)
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
})

test('no log fills the disk', () => {
  for (const { logging } of Object.values(file.services))
    expect(logging?.options).toEqual({ 'max-size': '50m', 'max-file': '5' })
})

test('what is secret is in no file of the repository, and asked for where it is missing', () => {
  const asked = [...variables(text)]
  const required = asked.filter(([, , rest]) => rest!.startsWith(':?')).map(([, name]) => name!)
  expect(new Set(required)).toEqual(new Set(Object.keys(FILLED)))
  expect(asked.filter(([, , rest]) => !rest).map(([whole]) => whole)).toEqual([])
  const example = textOf(`${FOLDER}/.env.example`)
  expect([...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])).toEqual([
    ['ROSTER_DOMAIN', 'localhost'],
    ['ROSTER_SECRET', ''],
    ['POSTGRES_PASSWORD', ''],
  ])
  expect(filesOf(`${FOLDER}/.env`)).toEqual([])
  expect(textOf('.gitignore')).toContain(`/${FOLDER}/.env\n`)
})

test('nobody reaches anything but the proxy, which reaches every gateway', () => {
  const published = Object.entries(file.services).filter(([, { ports }]) => ports)
  expect(published.map(([name]) => name)).toEqual(['proxy'])
  expect(file.networks['back']).toEqual({ internal: true })
  expect(['postgres', 'redis', 'nats'].map((name) => file.services[name]!.networks)).toEqual([
    ['back'],
    ['back'],
    ['back'],
  ])
  const reached = /reverse_proxy (.*) \{/.exec(textOf(`${FOLDER}/Caddyfile`))![1]!.split(' ')
  const gateways = processes.map(([name]) => name).filter((name) => name.startsWith('gateway-'))
  expect(reached).toEqual(gateways.map((name) => `${name}:3000`))
})

test.skipIf(isMissing('caddy', 'CADDY'))('Caddy takes its file', async () => {
  const call = ['caddy', 'validate', '--adapter', 'caddyfile', '--config', `${FOLDER}/Caddyfile`] as const
  const { code, errors } = await run([...call], { ROSTER_DOMAIN: 'localhost' })
  expect([code, errors]).toEqual([0, expect.any(String)])
})
