import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answersTo, bytesOf, type Credentials, unlike } from '../support/answers.ts'
import { exampleInput } from '../support/examples.ts'
import { givePassword } from '../support/passwords.ts'
import { operations, over } from '../support/protocols.ts'
import { roster } from '../support/roster.ts'
import type { Service } from '../support/service.ts'
import { adminOf, prepare, serviceOf } from '../support/subject.ts'
import { accessSuite, credentialsOf, inputWith, missingIds } from '../support/suites/access.ts'

accessSuite(roster)

describe('a viewer', () => {
  let service: Service
  let viewer: Credentials
  let own: { user_id: string }
  beforeAll(async () => {
    service = await serviceOf(roster)
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    await prepare(roster, service)
    const account = await roster.insiders[0]!.join(over('REST', adminOf(service)))
    await givePassword(service.database, [account.id])
    own = { user_id: account.id }
    viewer = await credentialsOf(service, 'viewer', account)
  })

  test("is refused another's password, and is asked for the present one for its own", async () => {
    const operation = operations.get('users.setPassword')!
    const absent = await answersTo(service, operation, inputWith(operation, missingIds(operation)), viewer)
    expect(unlike('403 insufficient-scope', absent)).toEqual({})
    expect(bytesOf(await answersTo(service, operation, exampleInput(operation), viewer))).toEqual(bytesOf(absent))
    const answers = await answersTo(service, operation, inputWith(operation, own), viewer)
    expect(unlike('422 validation-failed', answers)).toEqual({})
  })
})
