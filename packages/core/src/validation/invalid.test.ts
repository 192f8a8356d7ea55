import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_FAULTS } from '../contract/fault.ts'
import { fault } from './fault.ts'
import { invalid } from './invalid.ts'
import { faultsIn } from './validation.ts'

const named = (name: string) => fault('body', ['users', 3, name], 'unknown-member', 'is not a member')

describe('a problem', () => {
  test('lists the first hundred faults, and says how many there are', () => {
    const faults = Array.from({ length: 101 }, (_, index) => fault('body', ['items', index], 'required', 'is required'))
    expect(invalid('body', faults)).toMatchObject({
      message: 'The member items.0 is required, the first of 101 faults. See the first of them in errors.',
      faults: faults.slice(0, MAX_FAULTS),
    })
    expect(invalid('body', faults.slice(1))).toMatchObject({
      message: 'The member items.1 is required, the first of 100 faults. See errors.',
      faults: faults.slice(1),
    })
  })

  test('quotes no more than the beginning of a long name', () => {
    expect(
      invalid('parameters', [fault('parameters', ['x'.repeat(300)], 'unknown-parameter', 'is none')]),
    ).toMatchObject({
      message: `The parameter ${'x'.repeat(63)}… is none. See errors.`,
    })
  })

  test('names a member or parameter without a name, and the body where that is meant', () => {
    const unnamed = [fault('body', [''], 'unknown-member', 'is not a member of this operation')]
    expect(invalid('body', unnamed)).toMatchObject({
      message: 'The member "" is not a member of this operation. See errors.',
      faults: [{ field: '', pointer: '/' }],
    })
    expect(invalid('parameters', [fault('parameters', [''], 'unknown-parameter', 'is none')])).toMatchObject({
      message: 'The parameter "" is none. See errors.',
    })
    for (const where of ['body', 'parameters'] as const)
      expect(invalid(where, [fault(where, [], 'invalid-type', 'must be an object')])).toMatchObject({
        message: 'The body must be an object. See errors.',
      })
  })
})

describe('a fault', () => {
  test('names the member, and points to it', () => {
    expect(named('a/b~c')).toEqual({
      field: 'users.3.a/b~c',
      message: 'is not a member',
      code: 'unknown-member',
      pointer: '/users/3/a~1b~0c',
    })
  })

  test('of a name that is too long has its beginning, and points to the object that holds it', () => {
    expect(named('x'.repeat(247))).toMatchObject({
      field: `users.3.${'x'.repeat(247)}`,
      pointer: `/users/3/${'x'.repeat(247)}`,
    })
    expect(named('x'.repeat(249))).toMatchObject({ field: `users.3.${'x'.repeat(247)}…`, pointer: '/users/3' })
    expect(named('/'.repeat(200))).toMatchObject({ field: `users.3.${'/'.repeat(200)}`, pointer: '/users/3' })
  })

  test('is not cut within a character', () => {
    for (const first of ['', 'x'])
      expect(named(`${first}${'😀'.repeat(200)}`)).toMatchObject({ field: `users.3.${first}${'😀'.repeat(123)}…` })
  })
})

test('finding faults looks at each issue a few times, however many there are', () => {
  const lookingAt = (count: number) => {
    let looks = 0
    const issue = (index: number): z.core.$ZodIssue => ({
      code: index % 2 ? 'invalid_type' : 'custom',
      message: 'is wrong',
      expected: 'string',
      input: 1,
      get path() {
        looks++
        return ['users', index]
      },
    })
    const error = new z.core.$ZodError(Array.from({ length: count }, (_, index) => issue(index)))
    expect(faultsIn(error, 'body')).toHaveLength(count)
    return looks
  }
  expect(lookingAt(1_000)).toBe(10 * lookingAt(100))
})

describe('a text in another form than its schema asks for', () => {
  const toldOf = (schema: z.ZodType, text: string) => faultsIn(z.safeParse(schema, text).error!, 'body')[0]!.message

  test.each([
    [z.string().regex(/^[A-Z]{3}-\d+$/), 'must match /^[A-Z]{3}-\\d+$/'],
    [z.string().regex(/^[a-z]+$/i), 'must match /^[a-z]+$/i'],
    [z.string().regex(/^[A-Z]{3}$/, 'must be three capitals'), 'must be three capitals'],
    [z.iso.date({ error: () => 'must be a day of this year' }), 'must be a day of this year'],
    [z.string().regex(RegExp(`^${'a'.repeat(200)}$`)), 'does not have the expected format'],
    [z.templateLiteral(['a', z.int()]), 'must match /^a-?\\d+$/'],
    [z.iso.date(), 'must be a date, such as 2026-11-21'],
    [z.iso.time(), 'must be a time of day, such as 09:30:00'],
    [z.iso.datetime({ offset: true }), 'must be a date and a time with its offset, such as 2026-11-21T09:30:00Z'],
    [z.iso.time({ precision: -1 }), 'must be a time of day'],
    [z.iso.datetime({ precision: 3 }), 'must be a date and a time with its offset'],
    [z.email(), 'must be an e-mail address'],
    [z.url(), 'must be an address with its scheme, such as https://example.com'],
    [z.uuidv7(), 'must be a UUID'],
    [z.base64(), 'must be in base64'],
    [z.string().startsWith('a/'), 'must start with a/'],
    [z.string().endsWith('.js'), 'must end with .js'],
    [z.string().includes('@'), 'must have @ in it'],
    [z.string().lowercase(), 'must be in lower case'],
  ])('is told what it must be: %#', (schema, message) => {
    expect(toldOf(schema, 'Not that?')).toBe(message)
  })
})

describe('a value that breaks a rule', () => {
  const faultOf = (schema: z.ZodType, value: unknown) => {
    const { error } = z.safeParse(z.object({ it: schema }), value === undefined ? {} : { it: value }, {
      reportInput: true,
    })
    const { code, message } = faultsIn(error!, 'body')[0]!
    return [code, message]
  }
  const either = [z.string(), z.int()] as const

  test.each([
    [z.string().min(1), []],
    [z.array(z.int()).min(1), ''],
  ])('is of another type than it must be, and told of nothing else: %#', (schema, value) => {
    const { error } = z.safeParse(z.object({ it: schema }), { it: value }, { reportInput: true })
    expect(error!.issues.map(({ code }) => code)).toEqual(['invalid_type', 'too_small'])
    expect(faultsIn(error!, 'body').map(({ code }) => code)).toEqual(['invalid-type'])
  })

  test.each<[z.ZodType, unknown, string, string]>([
    [z.number().positive(), 0, 'too-small', 'must be more than 0'],
    [z.number().min(1), 0, 'too-small', 'must be at least 1'],
    [z.number().lt(10), 10, 'too-large', 'must be less than 10'],
    [z.number().max(9), 10, 'too-large', 'must be at most 9'],
    [z.coerce.date().min(new Date(0)), -1, 'too-small', 'must be at least 1970-01-01T00:00:00.000Z'],
    [z.union(either), undefined, 'required', 'is required'],
    [z.union(either), true, 'invalid', 'has none of the forms that it may have'],
    [z.union(either, 'must be a name or a number'), true, 'invalid', 'must be a name or a number'],
    [z.xor([z.int(), z.number()]), 1, 'invalid', 'has more than one of the forms that it may have'],
    [z.number().multipleOf(3), 4, 'invalid', 'must be a multiple of 3'],
    [z.record(z.string().regex(/^a/), z.int()), { b: 1 }, 'invalid', 'has a name that is not allowed'],
    [z.record(z.string(), z.int()), [], 'invalid-type', 'must be an object'],
    [z.tuple([z.int()]), {}, 'invalid-type', 'must be an array'],
    [z.int().refine((it) => it === 1), 2, 'invalid', 'is not valid'],
    [z.int().refine((it) => it === 1, 'must be 1'), 2, 'invalid', 'must be 1'],
  ])('is told in words that go on from its name: %#', (schema, value, code, message) => {
    expect(faultOf(schema, value)).toEqual([code, message])
  })
})
