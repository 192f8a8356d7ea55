import { expect, test } from 'vitest'
import { closeAll } from './support/closing.ts'

test('what was started last is ended first, and all of it also where some of it fails', async () => {
  const ended: string[] = []
  const stuck = new Error('It does not end.')
  const closing = closeAll([
    () => ended.push('first'),
    () => Promise.reject(stuck),
    async () => void ended.push('third'),
  ])
  await expect(closing).rejects.toMatchObject({ errors: [stuck] })
  expect(ended).toEqual(['third', 'first'])
})
