import { afterEach, expect, test, vi } from 'vitest'
import { nameServers, systemInTurn } from './names.ts'

afterEach(() => void vi.useRealTimers())

test('name servers are asked for both kinds of address, of which a host may have one', async () => {
  const RECORDS: Record<string, string[]> = { 'four.example': ['93.184.215.14'], 'six.example': ['2606:2800:21f::1'] }
  const find = async (host: string, mark: string) => {
    const found = (RECORDS[host] ?? []).filter((address) => address.includes(mark))
    if (found.length === 0) throw new Error(`${host} has no such record`)
    return found
  }
  const servers = {
    resolve4: (host: string) => find(host, '.'),
    resolve6: (host: string) => find(host, ':'),
  }
  const ask = nameServers(() => servers as never)
  expect(await ask('four.example')).toEqual(['93.184.215.14'])
  expect(await ask('six.example')).toEqual(['2606:2800:21f::1'])
  await expect(ask('nowhere.example')).rejects.toThrow('nowhere.example has no such record')
})

/** A system that answers when it is told to. */
function system() {
  const asked = new Map<string, (addresses: string[]) => void>()
  const ask = systemInTurn((host) => new Promise((resolve) => asked.set(host, resolve)))
  return { ask, asked }
}

test('the system is asked for one name after the other', async () => {
  const { ask, asked } = system()
  const [first, second] = ['a', 'b'].map((host) => ask(host))
  await expect.poll(() => [...asked.keys()]).toEqual(['a'])
  asked.get('a')!(['10.0.0.1'])
  expect(await first).toEqual(['10.0.0.1'])
  await expect.poll(() => [...asked.keys()]).toEqual(['a', 'b'])
  asked.get('b')!(['10.0.0.2'])
  expect(await second).toEqual(['10.0.0.2'])
})

test('where a hundred names wait, no other does', async () => {
  const { ask, asked } = system()
  const all = Array.from({ length: 100 }, (_, nth) => ask(`slow-${nth}`))
  await expect(ask('other')).rejects.toThrow('other was not looked up')
  for (let nth = 0; nth < 100; nth++) {
    await expect.poll(() => asked.has(`slow-${nth}`), { interval: 1 }).toBe(true)
    asked.get(`slow-${nth}`)!([])
    await all[nth]
  }
  const other = ask('other')
  await expect.poll(() => asked.has('other')).toBe(true)
  asked.get('other')!([])
  expect(await other).toEqual([])
})

test('who asks for a name that is being looked up already is told the same', async () => {
  let times = 0
  const ask = systemInTurn(async () => [`10.0.0.${++times}`])
  expect(await Promise.all([ask('a'), ask('a')])).toEqual([['10.0.0.1'], ['10.0.0.1']])
  expect(await ask('a')).toEqual(['10.0.0.2'])
})

test('a name that was slow is not asked for again within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const asked: string[] = []
  const ask = systemInTurn(async (host) => {
    asked.push(host)
    vi.advanceTimersByTime(host === 'slow' ? 2_000 : 1_999)
    if (host === 'slow') throw new Error('nobody answered')
    return ['10.0.0.1']
  })
  const askAgain = async () => {
    await expect(ask('slow')).rejects.toThrow('nobody answered')
    await ask('quick')
    return asked.splice(0)
  }
  expect(await askAgain()).toEqual(['slow', 'quick'])
  expect(await askAgain()).toEqual(['quick'])
  vi.advanceTimersByTime(60_000)
  expect(await askAgain()).toEqual(['slow', 'quick'])
})
