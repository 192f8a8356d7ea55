import { expect, test } from 'vitest'
import { SharedSchemas } from './shared-schemas.ts'

const TITLE = { type: 'string', maxLength: 200, description: 'What is printed on the cover of the book.' }
const AUTHOR = { type: 'string', maxLength: 200, description: 'Who wrote it.' }
const OTHER_TITLE = { type: 'string', maxLength: 90, description: 'What stands on the spine of the magazine.' }
const BOOK = { type: 'object', properties: { title: TITLE, author: AUTHOR, genre: { enum: ['novel', 'poem'] } } }
const SCHEMAS = {
  books_page: { type: 'object', properties: { data: { type: 'array', items: BOOK } } },
  books_book: BOOK,
  books_change: { type: 'object', properties: { title: TITLE } },
  magazines_page: { type: 'object', properties: { title: OTHER_TITLE } },
  magazines_change: { type: 'object', properties: { issue: { type: 'integer' }, title: OTHER_TITLE } },
}

/** The code of the schemas, and what it evaluates to. */
async function written(schemas: Readonly<Record<string, Record<string, unknown>>>) {
  const shared = new SharedSchemas(Object.values(schemas))
  const code = Object.entries(schemas).map(([name, schema]) => {
    const [resource = ''] = name.split('_')
    return `${name}: ${shared.code(schema, name, resource)}`
  })
  const text = `${shared.constants}export const schemas = { ${code.join(', ')} }`.replaceAll(' as const', '')
  const { schemas: value } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { schemas: unknown }
  return { text, value }
}

test('a schema that stands in several places is written once, and means the same in each', async () => {
  const { text, value } = await written(SCHEMAS)
  expect(value).toEqual(SCHEMAS)
  expect(JSON.stringify(value)).toBe(JSON.stringify(SCHEMAS))
  for (const { description } of [TITLE, AUTHOR, OTHER_TITLE]) expect(text.split(description)).toHaveLength(2)
})

test('a constant is called by what it is of, with the resource where two are called alike', async () => {
  const { text } = await written(SCHEMAS)
  const names = Array.from(text.matchAll(/^const (\w+)/gm), ([, name]) => name)
  expect(names).toEqual(['titleSchema', 'dataSchema', 'magazinesTitleSchema'])
})

test('names that no variable can have are made ones', async () => {
  const odd = { type: 'string', description: 'A member with a name that is no identifier.' }
  const place = { type: 'object', properties: { '2nd-floor (left)': odd, '2nd-floor': { ...odd, maxLength: 1 } } }
  const { value } = await written({
    rooms_one: place,
    rooms_other: { ...place, description: 'The same place once more.' },
  })
  expect(value).toEqual({ rooms_one: place, rooms_other: { ...place, description: 'The same place once more.' } })
})
