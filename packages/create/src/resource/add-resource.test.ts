import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApplication } from '../application/create-application.ts'
import { addResource } from './add-resource.ts'

const NOW = new Date('2026-11-21T09:30:00.000Z')

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'add-resource-'))
  folder = join(parent, 'my-api')
  await createApplication([folder])
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const add = (...given: string[]) => addResource(folder, given, NOW)
const textOf = (path: string) => readFile(join(folder, path), 'utf8')

test('a resource is a folder, a migration, and one line with its import', async () => {
  const before = await textOf('src/application.ts')
  expect(await add('purchase-orders')).toBe(
    'Purchase orders are in src/purchase-orders, in a migration, and as one line in src/application.ts. The client has them as purchaseOrders. One of them is called purchase order.',
  )
  expect((await readdir(join(folder, 'src/purchase-orders'))).toSorted()).toEqual([
    'purchase-order.entity.ts',
    'purchase-orders.contract.ts',
    'purchase-orders.rules.ts',
    'purchase-orders.test.ts',
    'purchase-orders.ts',
  ])
  const after = await textOf('src/application.ts')
  expect(after.split('\n').filter((line) => !before.split('\n').includes(line))).toEqual([
    "import { purchaseOrders } from './purchase-orders/purchase-orders.ts'",
    '    purchaseOrders,',
  ])
  expect(after).toContain('resources: {\n    purchaseOrders,\n    members,')
  const migration = await textOf('migrations/20261121093000_purchase_orders.ts')
  expect(migration).toContain('class Migration20261121093000_purchase_orders extends Migration')
  expect(migration).toContain('create table "purchase_orders"')
})

test('it is added before a last one without a comma', async () => {
  const text = await textOf('src/application.ts')
  await writeFile(join(folder, 'src/application.ts'), text.replace('supportTickets,\n  },', 'supportTickets\n  },'))
  await add('invoices')
  expect(await textOf('src/application.ts')).toContain('{\n    invoices,\n    members,\n    supportTickets\n  },')
})

test('nothing in it is left of the resource that it is written after', async () => {
  expect(await add('people', 'person')).toMatch(/The client has them as people\.$/)
  const names = await readdir(join(folder, 'src/people'))
  const texts = await Promise.all(names.map((name) => textOf(`src/people/${name}`)))
  expect(texts.filter((text) => /support|ticket|'tic'/i.test(text))).toEqual([])
  expect(await textOf('src/people/people.contract.ts')).toContain("path: '/v1/people/{person_id}'")
})

test('identifiers of several resources begin differently, and unlike those of the core', async () => {
  for (const name of ['invoices', 'inventories', 'expenses']) await add(name)
  const prefixes = ['invoices', 'inventories', 'expenses'].map(async (name) =>
    /idSchema\('(\w+)'/.exec(await textOf(`src/${name}/${name}.contract.ts`))?.at(1),
  )
  expect(await Promise.all(prefixes)).toEqual(['inv', 'inve', 'expe'])
})

describe('what cannot be a resource is refused in one sentence, and nothing is written', () => {
  const treeOf = async () => (await readdir(folder, { recursive: true })).toSorted()

  test.each([
    [[], 'Say the plural of what is added, as in npm run add-resource -- invoices.'],
    [['people', 'person', 'folk'], 'Say the plural of what is added'],
    [['Invoices'], '"Invoices" cannot be the name of a resource: use lower-case letters'],
    [['2-factors'], '"2-factors" cannot be the name of a resource: use lower-case letters'],
    [['invoice'], '"invoice" is no plural that tells its singular. Say both'],
    [['sheep'], '"sheep" is no plural that tells its singular. Say both'],
    [['classes'], '"class" cannot be the name of a resource: class is a word of TypeScript.'],
    [['sessions'], '"sessions" cannot be the name of a resource: the core has something called so.'],
    [['deliveries'], '"delivery" cannot be the name of a resource: the core has something called so.'],
    [
      ['conflict-errors'],
      '"conflict-error" cannot be the name of a resource: every client has something else called ConflictError.',
    ],
    [
      ['error-codes'],
      '"error-codes" cannot be the name of a resource: every client has something else called ErrorCodes.',
    ],
    [['titles'], '"title" cannot be the name of a resource: title is something else in what would be written.'],
    [['support-tickets'], 'There is a folder src/support-tickets already.'],
  ])('%j', async (given, says) => {
    const before = await treeOf()
    await expect(add(...given)).rejects.toThrow(says)
    expect(await treeOf()).toEqual(before)
  })

  test.each([
    ['book-pages', 'BookPage'],
    ['book-cursor-pages', 'BookCursorPage'],
    ['selected-books', 'SelectedBook'],
    ['member-pages', 'MemberPage'],
    ['api-key-pages', 'ApiKeyPage'],
    ['paginations', 'Pagination'],
  ])('%s, whose schema would be called as another is', async (name, schema) => {
    await add('books')
    const before = await treeOf()
    await expect(add(name)).rejects.toThrow(`another schema would be called ${schema} as well.`)
    expect(await treeOf()).toEqual(before)
  })

  test.each([
    ['my-apis my-api', 'MyApi'],
    ['my-api-events', 'MyApiEvent'],
    ['my-api-event-ofs', 'MyApiEventOf'],
  ])('%s, which the client of the application calls something else', async (names, taken) => {
    const before = await treeOf()
    await expect(add(...names.split(' '))).rejects.toThrow(`another schema would be called ${taken} as well.`)
    expect(await treeOf()).toEqual(before)
  })

  test('what the module of the application calls something else', async () => {
    const before = await treeOf()
    await expect(add('ledgers')).rejects.toThrow('src/application.ts has something called ledgers already.')
    expect(await treeOf()).toEqual(before)
  })

  test('books, where their pages are a resource', async () => {
    await add('book-pages')
    await expect(add('books')).rejects.toThrow('another schema would be called BookPage as well.')
  })

  test('a folder without an application', async () => {
    await expect(addResource(parent, ['invoices'])).rejects.toThrow(
      'There is no src/application.ts here. Run this in the folder of an application.',
    )
  })

  test('an application that is written otherwise', async () => {
    const text = await textOf('src/application.ts')
    await writeFile(join(folder, 'src/application.ts'), text.replace('resources: {', 'resources: all,\n  others: {'))
    const before = await treeOf()
    await expect(add('invoices')).rejects.toThrow('src/application.ts has no imports and no `resources: {`')
    expect(await treeOf()).toEqual(before)
  })
})
