import { expect, test } from 'vitest'
import { z } from 'zod'
import { codeOf, onFilms } from '../generated.fixture.ts'

/** An operation that begins work on a film, and one that reads how far it is. */
function begun(member: z.ZodType, parameter: z.ZodType) {
  const film = z.object({ id: member, status: z.enum(['cut', 'done']) }).meta({ id: 'Film' })
  return {
    cut: onFilms({
      method: 'POST',
      output: film,
      status: 202,
      location: '/films/{id}',
      retryAfter: ({ status }: z.output<typeof film>) => (status === 'cut' ? 1 : undefined),
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
])('what is begun is waited for where its reader takes its members: %s', async (_, member, parameter, isWaited) => {
  expect((await codeOf(begun(member, parameter))).includes('cutAndWait')).toBe(isWaited)
})
