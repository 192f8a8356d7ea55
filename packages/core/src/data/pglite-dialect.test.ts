import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './open.ts'

test('an array of a type that was made since the start is written as any other', async () => {
  const database = await openDatabase({ directory: undefined }, { name: 'roster', entities: [] })
  onTestFinished(() => database.close())
  const labels = ['low', 'so "so"', String.raw`\high`, 'a,b', '{}', ' ']
  await database.query({
    text: `create type "mood" as enum (${labels.map((label) => `'${label}'`).join(', ')})`,
  })
  const read = { text: 'select "one"::text from unnest($1::"mood"[]) as "one"' }
  expect(await database.query(read, [labels])).toEqual(labels.map((one) => ({ one })))
})
