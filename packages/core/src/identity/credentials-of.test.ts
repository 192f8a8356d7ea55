import { addUser } from '@roster/test/oauth'
import { startService } from '@roster/test/service'
import { expect, test } from 'vitest'
import { credentialsOf } from './credentials-of.ts'

test('what an address signs in with has another name after a new password, and once it is of somebody else', async () => {
  const service = await startService()
  const { query } = service.database
  const { users } = service.admin.sdk
  const { id, email } = await addUser(service, 'Ada Lovelace')
  const names = [await credentialsOf(query, email)]
  expect(await credentialsOf(query, email)).toBe(names[0])

  await users.setPassword(id, { password: 'a horse of another colour' })
  names.push(await credentialsOf(query, email))
  await users.delete(id)
  names.push(await credentialsOf(query, email))
  await users.create({ name: 'Ada Byron', email, role: 'viewer' })
  names.push(await credentialsOf(query, email))
  expect(new Set(names).size).toBe(4)
  expect(names[2]).toBeUndefined()
  await service.stop()
})
