import { expect, test } from 'vitest'
import { inTurn, together } from './ends.ts'

const failing = (message: string) => async () => {
  throw new Error(message)
}

test('what fails to end in turn keeps nothing after it from its end, and is thrown', async () => {
  const ended: string[] = []
  const ending = inTurn([failing('broker'), () => ended.push('database'), failing('telemetry')])
  await expect(ending).rejects.toThrow('broker')
  expect(ended).toEqual(['database'])
})

test('what fails to end is thrown once all that ends beside it has ended', async () => {
  const end = Promise.withResolvers<void>()
  let isOver = false
  const ending = together([failing('exports')(), end.promise]).finally(() => (isOver = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  end.resolve()
  await expect(ending).rejects.toThrow('exports')
})
