import { expect, test } from 'vitest'
import { z } from 'zod'
import { codeOf, onFilms } from '../generated.fixture.ts'

/** An operation that begins work on a film, and one that reads how far it is. */
function begun(
  member: z.ZodType,
  parameter: z.ZodType,
  status: z.ZodType = z.enum(['cut', 'done']),
  method: 'POST' | 'PUT' = 'POST',
) {
  const film = z.object({ id: member, status }).meta({ id: 'Film' })
  return {
    cut: onFilms({
      method,
      output: film,
      status: 202,
      location: '/films/{id}',
      retryAfter: (answer: z.output<typeof film>) => (answer.status === 'done' ? undefined : 1),
    }),
    get: onFilms({ path: '/films/{film_id}', params: { film_id: parameter }, output: film }),
  }
}

test.each([
  ['numbers by numbers', z.int(), z.int(), true],
  ['listed texts by any text', z.enum(['a', 'b']), z.string(), true],
  ['texts by listed texts', z.string(), z.enum(['a', 'b']), false],
  ['numbers by texts', z.int(), z.string(), false],
  ['what may be anything by texts', z.unknown(), z.string(), false],
  ['what may be missing by texts', z.string().optional(), z.string(), false],
  ['what may be null by texts', z.string().nullable(), z.string(), false],
  ['what may be a list by texts', z.union([z.string(), z.array(z.string())]), z.string(), false],
])('what is begun is waited for where its reader takes its members: %s', async (_, member, parameter, isWaited) => {
  expect((await codeOf(begun(member, parameter))).includes('cutAndWait')).toBe(isWaited)
})

test('what is begun is read by a member that is called as no variable can be', async () => {
  const film = z.object({ class: z.string(), status: z.enum(['cut', 'done']) }).meta({ id: 'Film' })
  const retryAfter = ({ status }: z.output<typeof film>) => (status === 'done' ? undefined : 1)
  const code = await codeOf({
    cut: onFilms({ method: 'POST', output: film, status: 202, location: '/films/{class}', retryAfter }),
    get: onFilms({ path: '/films/{class}', params: { class: z.string() }, output: film }),
  })
  expect(code).toContain('({ class: class_ }: Film) => this.get(class_, options)')
})

test('what is replaced is not waited for as what is made', async () => {
  expect(await codeOf(begun(z.string(), z.string(), undefined, 'PUT'))).not.toContain('cutAndWait')
})

test.each([
  ['missing', z.enum(['cut', 'done']).optional()],
  ['null', z.enum(['cut', 'done']).nullable()],
])('nothing is waited for whose status may be %s', async (_, status) => {
  expect(await codeOf(begun(z.string(), z.string(), status))).not.toContain('cutAndWait')
})

test('an operation that is called as the method that waits would be has that name', async () => {
  const cutAndWait = onFilms({ method: 'POST', path: '/films/whole', output: z.int() })
  const code = await codeOf({ ...begun(z.string(), z.string()), cutAndWait })
  expect(code.match(/cutAndWait\(.*/g)).toEqual([
    'cutAndWait()',
    'cutAndWait(options: RequestOptions = {}): APIPromise<number> {',
  ])
})

test('a status may be any text', async () => {
  expect(await codeOf(begun(z.string(), z.string(), z.enum(["can't", 'cut', 'done'])))).toContain(
    `unfinished: ["can't", 'cut']`,
  )
})
