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
    expect(named(`x${'😀'.repeat(200)}`)).toMatchObject({ field: `users.3.x${'😀'.repeat(123)}…` })
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
