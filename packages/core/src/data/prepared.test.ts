import { expect, test } from 'vitest'
import { prepared } from './prepared.ts'

test('a text has one name, and no other text has it', () => {
  const [one, other] = [prepared('select 1'), prepared('select 2')]
  expect(prepared('select 1')).toEqual(one)
  expect(other.name).not.toBe(one.name)
})
