import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'

const people = [
  { name: 'Łukasz Świątek', email: 'lukasz@example.com', role: 'admin', status: 'active' },
  { name: 'Zoë 100% Müller', email: 'zoe_m@example.org', role: 'viewer', status: 'active' },
  { name: 'Jean\\Luc Straße', email: 'jeanluc@example.com', role: 'viewer', status: 'suspended' },
  { name: 'Ada Lovelace', email: 'ada.l@example.com', role: 'viewer', status: 'invited' },
  { name: "Robert'); DROP TABLE users;--", email: 'bobby@example.com', role: 'viewer', status: 'invited' },
]

describe.each(PROTOCOLS)('lists over %s', (protocol) => {
  let service: Service
  let admin: Call
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
    await admin('users.createMany', { users: people })
  })
  afterAll(() => service.stop())

  const found = async (query: object) => {
    const { body } = await admin('users.list', { sort: 'email', order: 'asc', ...query })
    return body.data.map((user: { email: string }) => user.email.split('@')[0])
  }

  test.each([
    ['a word of the name', 'lovelace', ['ada.l']],
    ['a part of a word', 'velac', ['ada.l']],
    ['upper case', 'LOVELACE', ['ada.l']],
    ['a word of the e-mail', 'example.org', ['zoe_m']],
    ['accents where there are none', 'lovélace', ['ada.l']],
    ['no accents where there are some', 'zoe muller', ['zoe_m']],
    ['letters without strokes', 'lukasz swiatek', ['lukasz']],
    ['letters with strokes', 'ŁUKASZ', ['lukasz']],
    ['ss for sharp s', 'STRASSE', ['jeanluc']],
    ['words in another order, over name and e-mail', 'example.com ada', ['ada.l']],
    ['words of which one does not match', 'ada muller', []],
    ['a percent sign', '0%', ['zoe_m']],
    ['percent signs that are no wildcards', 'a%a', []],
    ['an underscore', 'e_m', ['zoe_m']],
    ['an underscore that is no wildcard', 'a_a', []],
    ['a backslash', 'n\\l', ['jeanluc']],
    ['a backslash at the end', 'jean\\', ['jeanluc']],
    ['quotes and comments', "'); DROP TABLE users;--", ['bobby']],
    ['white space around', '  ada  ', ['ada.l']],
    ['tabs between words', 'lovelace\tada', ['ada.l']],
    ['the end of the name and the start of the e-mail', 'lovelaceada', []],
  ])('search finds %s', async (_what, search, expected) => {
    expect(await found({ search })).toEqual(expected)
  })

  test.each([
    [{ role: 'admin' }, ['lukasz']],
    [{ status: 'invited' }, ['ada.l', 'bobby']],
    [{ role: 'viewer', status: 'active' }, ['zoe_m']],
    [{ role: 'viewer', search: 'ada' }, ['ada.l']],
    [{ role: 'admin', status: 'suspended' }, []],
  ])('%j filters', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
    expect(await found({ ...query, cursor: '' })).toEqual(expected)
    const { body } = await admin('users.list', query)
    expect(body.pagination.total).toBe(expected.length)
  })

  test.each([
    ['name', ['id', 'name']],
    ['id', ['id']],
    ['email,role,name', ['id', 'name', 'email', 'role']],
    ['version,version', ['id', 'version']],
  ])('fields=%s leaves %j', async (fields, members) => {
    for (const style of [{}, { cursor: '' }]) {
      const { body } = await admin('users.list', { fields, ...style })
      expect(body.data).toHaveLength(people.length)
      for (const record of body.data) expect(Object.keys(record)).toEqual(members)
    }
  })

  test.each([
    [{ limit: 0 }, ['limit too-small']],
    [{ limit: 101 }, ['limit too-large']],
    [{ limit: -1 }, ['limit too-small']],
    [{ limit: 1.5 }, ['limit invalid-type']],
    [{ limit: 'x' }, ['limit invalid-type']],
    [{ limit: '' }, ['limit invalid-type']],
    [{ page: 0 }, ['page too-small']],
    [{ page: 1_001 }, ['page too-large']],
    [{ page: 1, cursor: '' }, ['cursor exclusive']],
    [{ sort: 'role' }, ['sort invalid-value']],
    [{ sort: 'search' }, ['sort invalid-value']],
    [{ order: 'up' }, ['order invalid-value']],
    [{ role: 'owner' }, ['role invalid-value']],
    [{ role: '' }, ['role invalid-value']],
    [{ status: 'deleted' }, ['status invalid-value']],
    [{ search: 'a' }, ['search too-small']],
    [{ search: ' a ' }, ['search too-small']],
    [{ search: 'x'.repeat(101) }, ['search too-large']],
    [{ search: 'a\0b' }, ['search invalid']],
    [{ fields: '' }, ['fields unknown-member']],
    [{ fields: 'id,' }, ['fields unknown-member']],
    [{ fields: 'email_key' }, ['fields unknown-member']],
    [{ fields: 'constructor' }, ['fields unknown-member']],
    [{ fields: 'secret,id,hash' }, ['fields unknown-member', 'fields unknown-member']],
    [{ offset: 1 }, ['offset unknown-parameter']],
    [{ limit: 0, page: 0, sort: 'x' }, ['limit too-small', 'page too-small', 'sort invalid-value']],
  ])('%j is 400, naming each faulty parameter', async (query, faults) => {
    const answer = await admin('users.list', query)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-parameters' } })
    expect(faultsOf(answer)).toEqual(faults)
  })
})
