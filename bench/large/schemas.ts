/** Zod schemas of a record, as source text. All applications use the same ones. */
export const SCHEMAS = `const title = z.string().min(1).max(200)
const note = z.string().max(2_000).nullable()
const state = z.enum(['open', 'paused', 'done'])
const amount = z.int().min(0)
const tags = z.array(z.string().max(40)).max(20)
const record = z.object({ id: z.string(), title, note, state, amount, tags, version: z.int(), created_at: z.string() })
const page = z.object({ data: z.array(record), next: z.string().nullable() })
const changes = { title, note, state, amount, tags }

const example: z.output<typeof record> = {
  id: 'thg_00000000000000000000000001',
  title: 'Notes',
  note: null,
  state: 'open',
  amount: 1,
  tags: ['sample'],
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
}
`

/** Returns source text that calls all operations of every tenth resource, with the types that the library infers for its client. */
export function callsOf(resources: readonly string[]): string {
  return resources
    .filter((_, index) => index % 10 === 0)
    .map(
      (name) => `  const ${name} = await client.${name}.create(${CHANGES})
  await client.${name}.update({ id: ${name}.id, ...${CHANGES}, title: ${name}.title.trim() })
  const ${name}Page = await client.${name}.list({ limit: 10 })
  amounts.push((await client.${name}.get({ id: ${name}.id })).amount, ...${name}Page.data.map(({ amount }) => amount))
  await client.${name}.delete({ id: ${name}.id })`,
    )
    .join('\n')
}

const CHANGES = "{ title: 'Notes', note: null, state: 'open', amount: 1, tags: [] }"

/** Returns the import statements of all resources of an application. */
export const importsOf = (resources: readonly string[]): string =>
  resources.map((name) => `import { ${name} } from './${name}.ts'`).join('\n')
