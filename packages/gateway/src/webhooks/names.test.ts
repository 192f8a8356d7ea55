import { beforeEach, expect, test, vi } from 'vitest'
import { Destinations } from './destinations.ts'

/** What is asked of the system, by name, and answers it. */
const asked = new Map<string, (addresses: { address: string }[]) => void>()
const RECORDS: Record<string, string[]> = { 'four.example': ['93.184.215.14'], 'six.example': ['2606:2800:21f::1'] }

vi.mock('node:dns/promises', () => ({
  lookup: (host: string) => new Promise((resolve) => asked.set(host, resolve)),
  Resolver: class {
    resolve4 = async (host: string) => this.#find(host, '.')
    resolve6 = async (host: string) => this.#find(host, ':')
    async #find(host: string, mark: string): Promise<string[]> {
      const found = (RECORDS[host] ?? []).filter((address) => address.includes(mark))
      if (found.length === 0) throw new Error(`${host} has no such record`)
      return found
    }
  },
}))
beforeEach(() => asked.clear())

test('without exceptions, names are asked of name servers, and no thread is kept by a slow one', async () => {
  const destinations = new Destinations()
  expect(await destinations.addressesOf('https:', 'four.example')).toEqual(['93.184.215.14'])
  expect(await destinations.addressesOf('https:', 'six.example')).toEqual(['2606:2800:21f::1'])
  await expect(destinations.addressesOf('https:', 'nowhere.example')).rejects.toThrow('no such record')
  expect(asked.size).toBe(0)
})

test('with exceptions, the system is asked, for one name after the other', async () => {
  const destinations = new Destinations({ allow: ['10.0.0.0/8'] })
  const [first, second] = ['a', 'b'].map((host) => destinations.addressesOf('https:', host))
  await vi.waitFor(() => expect([...asked.keys()]).toEqual(['a']))
  asked.get('a')!([{ address: '10.0.0.1' }])
  expect(await first).toEqual(['10.0.0.1'])
  await vi.waitFor(() => expect([...asked.keys()]).toEqual(['a', 'b']))
  asked.get('b')!([{ address: '10.0.0.2' }])
  expect(await second).toEqual(['10.0.0.2'])
})

test('where a hundred names wait, no other does', async () => {
  const destinations = new Destinations({ allow: ['10.0.0.0/8'] })
  const all = Array.from({ length: 100 }, (_, nth) => destinations.addressesOf('https:', `slow-${nth}`))
  await expect(destinations.addressesOf('https:', 'other')).rejects.toThrow('other was not looked up')
  for (let nth = 0; nth < 100; nth++) {
    await vi.waitFor(() => expect(asked.has(`slow-${nth}`)).toBe(true), { interval: 1 })
    asked.get(`slow-${nth}`)!([])
    await all[nth]
  }
  const other = destinations.addressesOf('https:', 'other')
  await vi.waitFor(() => expect(asked.has('other')).toBe(true))
  asked.get('other')!([])
  expect(await other).toEqual([])
})
