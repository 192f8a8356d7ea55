import { beforeEach, describe, expect, test } from 'vitest'
import { libraryOfClerks, type Send } from './clerks.ts'

/** Scopes of clerks who manage keys. */
const SCOPES = ['read:books', 'run:desk'] as const

describe.each(libraryOfClerks(SCOPES))('the keys of a clerk who sees its branch, at the %s', (_which, prepare) => {
  let send: Send
  beforeEach(async () => {
    send = await prepare()
  })

  /** A clerk of a branch, and the secret of a key that may all that it may. */
  async function clerkOf(branch: string, name: string) {
    const person = { branch, full_name: name, mail: `${name}@example.com`, post: 'clerk', joined_on: '2026-03-01' }
    const { id } = (await send('POST /api/people', person)).body
    const key = { name, role: 'clerk', scopes: SCOPES, user_id: id }
    return { id: id as string, secret: (await send('POST /api/api-keys', key)).body.secret as string }
  }

  const keyFor = (user_id: string) => ({ name: 'Scanner', role: 'clerk', scopes: ['read:books'], user_id })

  test('are made, rotated and revoked by itself', async () => {
    const mary = await clerkOf('south', 'mary')
    const made = await send('POST /api/api-keys', keyFor(mary.id), mary.secret)
    expect(made).toMatchObject({ status: 201, body: { user_id: mary.id } })
    const path = `/api/api-keys/${made.body.id}`
    expect(await send(`POST ${path}/rotate`, {}, mary.secret)).toMatchObject({ status: 201 })
    expect(await send(`DELETE ${path}`, undefined, mary.secret)).toMatchObject({ status: 204 })
  })

  test('are handled by nobody of another branch', async () => {
    const [mary, tom] = [await clerkOf('south', 'mary'), await clerkOf('north', 'tom')]
    expect(await send('POST /api/api-keys', keyFor(mary.id), tom.secret)).toMatchObject({ status: 403 })
    const { id } = (await send('POST /api/api-keys', keyFor(mary.id))).body
    for (const request of [`POST /api/api-keys/${id}/rotate`, `DELETE /api/api-keys/${id}`])
      expect(await send(request, undefined, tom.secret)).toMatchObject({ status: 403 })
  })
})
