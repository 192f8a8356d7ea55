import { expect, test, vi } from 'vitest'
import { madeOnce } from './made-once.ts'

test('what was made is kept, and what failed is tried again', async () => {
  const make = vi.fn<() => Promise<string>>()
  make.mockRejectedValueOnce(new Error('There is no memory.')).mockResolvedValue('made')
  const made = madeOnce(make)
  const first = [made(), made()]
  expect(await Promise.allSettled(first)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(make).toHaveBeenCalledTimes(1)
  expect([await made(), await made()]).toEqual(['made', 'made'])
  expect(make).toHaveBeenCalledTimes(2)
})
