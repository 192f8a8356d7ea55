import { copyDatabase } from '@roster/test/database'
import { expect, onTestFinished, test } from 'vitest'
import { sealedTexts } from './sealed-places.ts'

test('sealed texts are read to the last one, however many they are', async () => {
  const { database, drop } = await copyDatabase()
  onTestFinished(drop)
  const texts = Array.from({ length: 201 }, (_, index) => `text ${index}`)
  const keep = `insert into idempotency_keys (id, fingerprint, answer, created_at)
    select answer, '', answer, now() from unnest($1::text[]) as answer`
  await database.query({ text: keep }, [texts])
  const place = { purpose: 'answer', table: 'idempotency_keys', column: 'answer' } as const
  const read: string[] = []
  for await (const text of sealedTexts(database.query, place)) read.push(text)
  expect(read).toEqual(texts.toSorted())
})
