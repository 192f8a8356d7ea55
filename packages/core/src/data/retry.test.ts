import { expect, test, vi } from 'vitest'
import { untilItEnds } from './retry.ts'

const lost = (code: string) => Object.assign(new Error('lost'), { code })

test.each(['40P01', '40001'])('a change that lost with %s is run again', async (code) => {
  const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost(code)).mockResolvedValue('done')
  expect(await untilItEnds(run)).toBe('done')
  expect(run).toHaveBeenCalledTimes(2)
})

test.each([lost('23505'), new Error('other'), 'text'])('%j is thrown at once', async (error) => {
  const run = vi.fn<() => Promise<void>>().mockRejectedValue(error)
  await expect(untilItEnds(run)).rejects.toBe(error)
  expect(run).toHaveBeenCalledTimes(1)
})

test('a change that goes on losing is given up after four times', async () => {
  const run = vi.fn<() => Promise<void>>().mockRejectedValue(lost('40P01'))
  await expect(untilItEnds(run)).rejects.toThrow('lost')
  expect(run).toHaveBeenCalledTimes(4)
})
