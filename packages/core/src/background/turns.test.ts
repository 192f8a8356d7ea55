import { expect, test } from 'vitest'
import { turns } from './turns.ts'

/** Acts that note when they begin, and end when they are told to. */
function scene() {
  const inTurn = turns()
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const act = (name: string, what: string) =>
    inTurn(name, () => {
      begun.push(what)
      const end = Promise.withResolvers<string>()
      ends.set(what, end)
      return end.promise
    })
  return { act, begun, ends }
}

test('of one name one acts at a time, in order, and another name waits for none of it', async () => {
  const { act, begun, ends } = scene()
  const [first, second] = [act('ada', 'a'), act('ada', 'b')]
  const other = act('bob', 'c')
  await expect.poll(() => begun).toEqual(['a', 'c'])
  ends.get('c')!.resolve('other')
  expect(await other).toBe('other')
  ends.get('a')!.resolve('first')
  expect(await first).toBe('first')
  await expect.poll(() => begun).toEqual(['a', 'c', 'b'])
  ends.get('b')!.resolve('second')
  expect(await second).toBe('second')
})

test('what fails is told to its caller, and the next one acts', async () => {
  const { act, begun, ends } = scene()
  const [first, second] = [act('ada', 'a'), act('ada', 'b')]
  await expect.poll(() => begun).toEqual(['a'])
  ends.get('a')!.reject(new Error('down'))
  await expect(first).rejects.toThrow('down')
  await expect.poll(() => begun).toEqual(['a', 'b'])
  ends.get('b')!.resolve('second')
  expect(await second).toBe('second')
})
