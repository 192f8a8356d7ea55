import { describe, expect, test } from 'vitest'
import { Access, holds, type Power, sees, seesAll } from './access.ts'

const library = new Access({
  scopes: { 'read:books': 'Read', 'lend:books': 'Lend', 'buy:books': 'Buy' },
  roles: {
    director: { scopes: 'every', records: 'all' },
    librarian: { scopes: ['read:books', 'lend:books'], records: 'all' },
    reader: { scopes: ['read:books'], records: 'own' },
  },
  scopeFor: {
    keys: 'buy:books',
    clients: 'buy:books',
    webhooks: 'buy:books',
    events: 'lend:books',
    metrics: 'lend:books',
  },
})

test('a role may hold its scopes, and a service all of them', () => {
  expect([...library.scopesOfRole('librarian')]).toEqual(['read:books', 'lend:books'])
  expect([...library.scopesOfRole('service')]).toEqual(['read:books', 'lend:books', 'buy:books'])
  expect(library.mayHold('reader', 'lend:books')).toBe(false)
})

test('a role that the application has no more holds nothing, and sees no records but its own', () => {
  const power = library.powerOf({ role: 'volunteer', user_id: 'ada' }, ['read:books'])
  expect(power).toEqual({ scopes: new Set(), owner: 'ada' })
  expect(library.covers('volunteer', 'reader')).toBe(false)
})

test('a role covers those that can do no more for the same user', () => {
  const covered = (role: 'director' | 'librarian' | 'reader') =>
    library.roles.filter((one) => library.covers(role, one))
  expect(covered('director')).toEqual(['director', 'librarian', 'reader'])
  expect(covered('librarian')).toEqual(['librarian', 'reader'])
  expect(covered('reader')).toEqual(['reader'])
  expect(library.administrators).toEqual(['director'])
  expect(library.least).toBe('reader')
})

describe('of a role that is limited by another one', () => {
  const desk = new Access({
    scopes: { 'read:books': 'Read', 'lend:books': 'Lend', 'buy:books': 'Buy' },
    roles: {
      director: { scopes: 'every', records: 'all' },
      auditor: { scopes: ['read:books', 'buy:books'], records: 'all' },
      clerk: { scopes: ['read:books', 'lend:books'], records: 'own' },
    },
    scopeFor: {
      keys: 'buy:books',
      clients: 'buy:books',
      webhooks: 'buy:books',
      events: 'buy:books',
      metrics: 'buy:books',
    },
  })
  const within = (role: string, own: string) => {
    const { scopes, owner } = desk.powerWithin(role, { role: own, user_id: 'ada' }, desk.scopeNames)
    return [desk.lesserOf(own, role), [...scopes], owner]
  }

  test.each([
    ['itself', 'clerk', 'clerk', ['clerk', ['read:books', 'lend:books'], 'ada']],
    ['a greater one', 'director', 'auditor', ['auditor', ['read:books', 'buy:books'], null]],
    ['a lesser one', 'clerk', 'director', ['clerk', ['read:books', 'lend:books'], 'ada']],
    ['one that sees more and may do other things', 'auditor', 'clerk', ['clerk', ['read:books'], 'ada']],
    ['one that sees less and may do other things', 'clerk', 'auditor', ['auditor', ['read:books'], 'ada']],
    ['one that the application has no more', 'volunteer', 'director', ['director', [], 'ada']],
  ])('by %s, what both allow is left', (_what, role, own, expected) => {
    expect(within(role, own)).toEqual(expected)
  })

  test('nothing is left when the application has that role no more', () => {
    expect(within('director', 'volunteer')).toEqual(['volunteer', [], 'ada'])
  })
})

test('who holds every scope on all records may do everything, whatever its role', () => {
  const every = library.scopeNames
  const mayDoEverything = (role: string, scopes?: string[]) =>
    library.mayDoEverything(library.powerOf({ role, user_id: 'ada' }, scopes))
  expect([mayDoEverything('director'), mayDoEverything('service')]).toEqual([true, true])
  expect([mayDoEverything('librarian'), mayDoEverything('director', every.slice(1))]).toEqual([false, false])
  expect(library.mayDoEverything({ scopes: new Set(every), owner: 'ada' })).toBe(false)
})

test('who sees its own records only sees those of nobody else, and nobody sees none', () => {
  const reader = library.powerOf({ role: 'reader', user_id: 'ada' })
  expect([sees(reader, 'ada'), sees(reader, 'bob'), sees(reader, null)]).toEqual([true, false, false])
  expect(library.ownerOf({ role: 'reader', user_id: null })).toBe('')
  expect(seesAll(library.powerOf({ role: 'librarian', user_id: 'ada' }))).toBe(true)
})

test('power is what a role may hold of the scopes that are given', () => {
  expect(library.powerOf({ role: 'reader', user_id: 'ada' }, ['read:books', 'buy:books'])).toEqual({
    scopes: new Set(['read:books']),
    owner: 'ada',
  })
})

test('a record gives its user nothing beyond its own records, and the scopes of the role on those that it shares', () => {
  const scopes = new Set(['read:books'])
  const reader = { id: 'ada', role: 'reader' }
  expect(library.powerOfRecord({ ...reader, owner: 'ada' })).toEqual({ scopes: new Set(), owner: 'ada' })
  expect(library.powerOfUser({ ...reader, owner: 'ada' })).toEqual({ scopes, owner: 'ada' })
  for (const owner of ['north', null]) {
    const shared = { scopes, owner: owner ?? '' }
    expect(library.powerOfRecord({ ...reader, owner })).toEqual(shared)
    expect(library.powerOfUser({ ...reader, owner })).toEqual(shared)
  }
})

test('whoever asks for the power of an account says whose records it sees', () => {
  const reader = { id: 'ada', role: 'reader' }
  // @ts-expect-error -- The owner is missing.
  const ofUser = () => library.powerOfUser(reader)
  // @ts-expect-error -- The owner is missing.
  const ofRecord = () => library.powerOfRecord(reader)
  expect([ofUser, ofRecord]).toHaveLength(2)
})

describe('one power holds another', () => {
  const power = (owner: string | null, ...scopes: string[]): Power => ({ scopes: new Set(scopes), owner })

  test.each([
    ['the same', power('ada', 'a'), power('ada', 'a'), true],
    ['more scopes', power('ada', 'a', 'b'), power('ada', 'a'), true],
    ['fewer scopes', power('ada', 'a'), power('ada', 'a', 'b'), false],
    ["everybody's records", power(null, 'a'), power('ada', 'a'), true],
    ["one's own records beside everybody's", power('ada', 'a'), power(null, 'a'), false],
    ["somebody else's records", power('ada', 'a'), power('bob', 'a'), false],
    ['nothing', power('ada'), power('ada'), true],
  ])('%s', (_what, one, other, expected) => {
    expect(holds(one, other)).toBe(expected)
  })
})
