import type { Problem } from '@roster/core/contract'
import { addClient, addUser } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { discover, goThrough } from '@roster/test/oauth-flows'
import { Browser, fetchTo } from '@roster/test/relying-party'
import { startService } from '@roster/test/service'
import { throttleIn } from '@roster/test/throttle'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unlimitedAttempts } from '../authorization-server/attempts.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

let throttle: SignInThrottle
beforeEach(() => {
  vi.useFakeTimers()
  throttle = throttleIn()
})
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000
/** The throttle of these tests reads nothing. */
const query = () => Promise.reject(new Error('The throttle has read the database.'))
const wrong = async () => undefined
const right = async () => 'ada'

/** What an attempt comes to: its proof, `wrong`, or the seconds to wait. */
const attempt = (account: string, address: string, prove: () => Promise<string | undefined>, cookies?: string) =>
  throttle.attempt(account, { address, cookies, query }, prove).then(
    (proof) => proof ?? 'wrong',
    (problem: Problem) => problem.headers['retry-after'],
  )

const times = (count: number, make: (nth: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))

test('10 wrong attempts for an account from an address are taken, the next must wait for the rest of 15 minutes', async () => {
  await times(9, () => attempt('ada', 'a', wrong))
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(await attempt('ada', 'a', wrong)).toBe('wrong')
  expect(await attempt('ada', 'a', right)).toBe('600')
  expect(await attempt('ada', 'b', right)).toBe('ada')
  expect(await attempt('bob', 'a', right)).toBe('ada')
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(await attempt('ada', 'a', right)).toBe('ada')
})

test('30 wrong attempts for an account are taken, from wherever they come', async () => {
  await times(30, (nth) => attempt('ada', `address ${nth}`, wrong))
  expect(await attempt('ada', 'another', right)).toBe('900')
  expect(await attempt('bob', 'another', right)).toBe('ada')
})

test('50 wrong attempts from an address are taken, whatever the accounts', async () => {
  await times(50, (nth) => attempt(`account ${nth}`, 'a', wrong))
  expect(await attempt('ada', 'a', right)).toBe('900')
  expect(await attempt('ada', 'b', right)).toBe('ada')
})

test('what is right, refused or failed for another reason does not count', async () => {
  for (let turn = 0; turn < 60; turn++) expect(await attempt('ada', 'a', right)).toBe('ada')
  const broken = () =>
    throttle.attempt('ada', { address: 'a', cookies: undefined, query }, () => Promise.reject(new Error('broken')))
  for (let turn = 0; turn < 60; turn++) await expect(broken()).rejects.toThrow('broken')
  await times(10, () => attempt('ada', 'a', wrong))
  for (let turn = 0; turn < 60; turn++) expect(await attempt('ada', 'a', wrong)).toBe('900')
  expect(await attempt('ada', 'b', right)).toBe('ada')
  expect(await attempt('bob', 'a', right)).toBe('ada')
})

test('of 40 wrong attempts at once no more than 10 are made', async () => {
  const prove = vi.fn<typeof wrong>(wrong)
  await times(40, () => attempt('ada', 'a', prove))
  expect(prove).toHaveBeenCalledTimes(10)
})

test('all addresses of an IPv6 /64 are one', async () => {
  await times(10, (nth) => attempt('ada', `2001:db8:0:1::${nth}`, wrong))
  expect(await attempt('ada', '2001:db8:0:1::ffff', right)).toBe('900')
  expect(await attempt('ada', '2001:db8:0:2::1', right)).toBe('ada')
  await times(40, (nth) => attempt(`account ${nth}`, `2001:db8:0:1::${nth}`, wrong))
  expect(await attempt('bob', '2001:db8:0:1::ffff', right)).toBe('900')
  expect(await attempt('bob', '2001:db8:0:2::1', right)).toBe('ada')
})

/** A service that counts attempts at both places where passwords are sent, and a user who may sign in there. */
async function startWithUser() {
  vi.useRealTimers()
  const service = await startService({ throttle, provider: { attempts: { ...unlimitedAttempts, signIn: throttle } } })
  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() })
  const { email } = await addUser(service, 'Ada Lovelace')
  const fetcher = await fetchTo(service)
  return { service, email, fetcher, config: await discover(fetcher, await addClient(service)) }
}

describe('a browser that has signed in to an account before', () => {
  /** The cookies of a browser that had these, and has now signed in. */
  const signedIn = async (account: string, cookies?: string) =>
    (await throttle.remember(account, { address: 'a', cookies, query }))!.split(';')[0]!

  test('is not locked out of it by the failures of others, be they from its address', async () => {
    const cookies = await signedIn('ada')
    await times(50, (nth) => attempt('ada', nth < 20 ? 'a' : `address ${nth}`, wrong))
    await times(50, (nth) => attempt(`account ${nth}`, 'a', wrong))
    expect(await attempt('ada', 'a', right)).toBe('900')
    expect(await attempt('ada', 'a', right, cookies)).toBe('ada')
  })

  test('has 10 failures of its own, from wherever it comes, which others do not feel', async () => {
    const cookies = await signedIn('ada')
    await times(10, (nth) => attempt('ada', `address ${nth}`, wrong, cookies))
    expect(await attempt('ada', 'another', right, cookies)).toBe('900')
    expect(await attempt('ada', 'another', right, await signedIn('ada', cookies))).toBe('900')
    expect(await attempt('ada', 'another', right)).toBe('ada')
  })

  test('is known for the accounts of its last five sign-ins, and for no other', async () => {
    await times(30, (nth) => attempt('ada', `address ${nth}`, wrong))
    let five = await signedIn('ada')
    for (const account of ['bob', 'cem', 'dee', 'eve']) five = await signedIn(account, five)
    expect(await attempt('ada', 'another', right, five)).toBe('ada')
    expect(await attempt('ada', 'another', right, await signedIn('eve', five))).toBe('ada')
    expect(await attempt('ada', 'another', right, await signedIn('fay', five))).toBe('900')
  })

  test('is known by a cookie that nobody else can make', async () => {
    await times(30, (nth) => attempt('ada', `address ${nth}`, wrong))
    const [name = '', value = ''] = (await signedIn('ada')).split('=')
    const foreign = (await throttleIn().remember('ada', { address: 'a', cookies: undefined, query }))!.split(';')[0]!
    for (const forged of [`${name}=`, `${name}=${value.slice(0, -2)}xx`, foreign])
      expect(await attempt('ada', 'another', right, forged)).toBe('900')
  })

  test('has 30 failures for the account with all others whose password has ended since, and its own again once it has signed in anew', async () => {
    let credentials = 'first'
    throttle = throttleIn({ credentialsOf: async () => credentials })
    const [one, two, three, four] = await Promise.all(['ada', 'ada', 'ada', 'ada'].map((account) => signedIn(account)))
    credentials = 'second'
    await times(50, (nth) => attempt('ada', `address ${nth}`, wrong))
    for (const cookies of [one, two, three]) await times(10, () => attempt('ada', 'a', wrong, cookies))
    expect(await attempt('ada', 'a', right, four)).toBe('900')
    expect(await attempt('ada', 'a', right, await signedIn('ada', four))).toBe('ada')
  })

  test('is not locked out after a new password by the failures of others that have never signed in', async () => {
    let credentials = 'first'
    throttle = throttleIn({ credentialsOf: async () => credentials })
    const cookies = await signedIn('ada')
    credentials = 'second'
    await times(50, (nth) => attempt('ada', `address ${nth}`, wrong))
    expect(await attempt('ada', 'a', right, cookies)).toBe('ada')
  })

  test('is known for a year, however long it keeps its cookie and whatever else it signs in to', async () => {
    const cookies = await signedIn('ada')
    await vi.advanceTimersByTimeAsync(364 * 24 * 60 * MINUTE)
    await times(30, (nth) => attempt('ada', `address ${nth}`, wrong))
    expect(await attempt('ada', 'a', right, cookies)).toBe('ada')
    const later = await signedIn('bob', cookies)
    await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE)
    await times(30, (nth) => attempt('ada', `address ${nth}`, wrong))
    expect(await attempt('ada', 'a', right, cookies)).toBe('900')
    expect(await attempt('ada', 'a', right, later)).toBe('900')
  })

  test('keeps its cookie for a year, where no script reads it', async () => {
    const cookie = await throttle.remember('ada', { address: 'a', cookies: undefined, query })
    expect(cookie).toMatch(/^roster_device=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain('ada')
  })

  test('gets in by POST /v1/session and by the page of the authorization server, whichever it was', async () => {
    const { service, email, fetcher, config } = await startWithUser()
    const signIn = (password: string, cookie = '') =>
      service.anonymous.rest('POST /v1/session', { email, password }, { cookie })
    const page = new Browser(fetcher)
    await goThrough({ fetcher, config, email, browser: page })
    const kept = page.kept.find(([name]) => name === 'roster_device')!.join('=')
    const given = [(await signIn(PASSWORD)).headers['set-cookie']].flat().map((line) => line!.split(';')[0]!)
    expect(given.map((line) => line.split('=')[0])).toEqual(['roster_session', 'roster_device'])

    await times(10, () => signIn('not the password'))
    expect((await signIn(PASSWORD)).status).toBe(429)
    expect((await signIn(PASSWORD, kept)).status).toBe(201)
    expect((await signIn(PASSWORD, given[1])).status).toBe(201)
    await expect(goThrough({ fetcher, config, email, browser: new Browser(fetcher) })).resolves.toMatchObject({
      view: { status: 429 },
    })
    const again = { fetcher, config, email, browser: page, parameters: { prompt: 'login' } }
    page.view = undefined
    expect((await goThrough(again)).view.url.searchParams.has('code')).toBe(true)
    await service.stop()
  })
})

test('signing in answers 429 with Retry-After, for addresses that nobody has as well', async () => {
  vi.useRealTimers()
  const service = await startService({ throttle })
  const signIn = () => service.anonymous.rest('POST /v1/session', { email: 'a@example.com', password: 'x' })
  for (let turn = 0; turn < 10; turn++) expect(await signIn()).toMatchObject({ status: 401 })
  expect(await signIn()).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^(?:900|89\d)$/) },
    body: { code: 'rate-limited' },
  })
  await service.stop()
})

test('an account is one, however its address is written, at POST /v1/session and on the page of the authorization server', async () => {
  const { service, email, fetcher, config } = await startWithUser()
  const signIn = (address: string, password: string) =>
    service.anonymous.rest('POST /v1/session', { email: address, password })
  await times(10, (nth) => signIn(email.slice(0, nth).toUpperCase() + email.slice(nth), 'not the password'))
  expect((await signIn(email.toUpperCase(), PASSWORD)).status).toBe(429)
  const { view } = await goThrough({ fetcher, config, email: email.toUpperCase(), browser: new Browser(fetcher) })
  expect(view.status).toBe(429)
  await service.stop()
})
