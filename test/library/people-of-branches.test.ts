import { beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/passwords.ts'
import { libraryOfClerks, type Send } from './clerks.ts'

/** Scopes of clerks who look after the people of their branch. */
const SCOPES = ['read:books', 'lend:books', 'read:people', 'write:people', 'read:events'] as const

describe.each(libraryOfClerks(SCOPES))('the people of a branch, at the %s,', (_which, prepare) => {
  let send: Send
  beforeEach(async () => {
    send = await prepare()
  })

  async function add(post: string, name: string, branch = 'south') {
    const person = { branch, full_name: name, mail: `${name}@example.com`, post, joined_on: '2026-03-01' }
    return (await send('POST /api/people', person)).body.id as string
  }

  /** Returns the secret of a key of a new clerk, with all or some of the scopes of clerks. */
  async function keyOfClerk(held: readonly string[] = SCOPES): Promise<string> {
    const key = { name: 'Desk', role: 'clerk', scopes: held, user_id: await add('clerk', 'mary') }
    return (await send('POST /api/api-keys', key)).body.secret
  }

  const give = (person: string, secret?: string) =>
    send(`POST /api/people/${person}/password`, { password: PASSWORD }, secret)
  const signIn = async (name: string) =>
    (await send('POST /api/session', { email: `${name}@example.com`, password: PASSWORD })).status
  const change = async (person: string, members: object, secret?: string) =>
    (await send(`PATCH /api/people/${person}`, members, secret)).status

  test('are given a role by who holds it', async () => {
    const [secret, tom] = [await keyOfClerk(), await add('reader', 'tom')]
    expect(await change(tom, { post: 'clerk' }, secret)).toBe(200)
  })

  test.each([
    ['given a role', 'reader', { post: 'clerk' }],
    ['suspended', 'clerk', { standing: 'suspended' }],
    ['given another role', 'clerk', { post: 'reader' }],
  ])('are not %s by who does not hold what it may do in the branch', async (_what, post, members) => {
    const [secret, tom] = [await keyOfClerk(['read:people', 'write:people']), await add(post, 'tom')]
    expect(await change(tom, members, secret)).toBe(403)
  })

  test('lose a password that somebody of the branch gave them, when they go to another', async () => {
    const [secret, tom] = [await keyOfClerk(), await add('reader', 'tom')]
    expect(await give(tom, secret)).toMatchObject({ status: 204 })
    expect(await signIn('tom')).toBe(201)
    expect(await change(tom, { branch: 'north' })).toBe(200)
    expect(await signIn('tom')).toBe(401)
  })

  test('lose such a password when they see all branches', async () => {
    const [secret, tom] = [await keyOfClerk(), await add('reader', 'tom')]
    await give(tom, secret)
    expect(await change(tom, { post: 'librarian' })).toBe(200)
    expect(await signIn('tom')).toBe(401)
  })

  test('keep it under another name, and wherever they go if its giver sees all branches', async () => {
    const [secret, tom, ann] = [await keyOfClerk(), await add('reader', 'tom'), await add('reader', 'ann')]
    await give(tom, secret)
    await give(ann)
    expect(await change(tom, { full_name: 'Thomas' })).toBe(200)
    expect(await change(ann, { branch: 'north' })).toBe(200)
    expect([await signIn('tom'), await signIn('ann')]).toEqual([201, 201])
  })
})
