import type { SigningKey } from '@roster/core/server'
import type { Provider } from 'oidc-provider'
import { expect, test, vi } from 'vitest'
import { liveProvider } from './live-provider.ts'

const keys: SigningKey[] = []
const provider = {} as Provider

test('the library is built once for the same keys, and again where that failed', async () => {
  const build = vi
    .fn<() => Promise<Provider>>(async () => provider)
    .mockRejectedValueOnce(new Error('EMFILE: too many open files'))
  const live = liveProvider({ list: async () => keys }, build)
  await expect(live()).rejects.toThrow('EMFILE')
  expect([await live(), await live()]).toEqual([provider, provider])
  expect(build).toHaveBeenCalledTimes(2)
})
