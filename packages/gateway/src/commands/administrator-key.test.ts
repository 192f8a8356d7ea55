import { application } from '@roster/api'
import { expect, test, vi } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { runCommand } from './commands.ts'

/** What the command writes to the standard output, and to the standard error. */
async function printed(): Promise<string[]> {
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true))
  try {
    await runCommand(application, { ROSTER_SECRET: 'no secret' }, ['administrator-key'])
    return streams.map(({ mock }) => mock.calls.map(([text]) => text).join(''))
  } finally {
    for (const stream of streams) stream.mockRestore()
  }
}

test('the secret that is printed can be given to a start, whatever the settings are; the line beside says so', async () => {
  const [out, error] = await printed()
  const secret = out!.trimEnd()
  expect(out).toBe(`${secret}\n`)
  expect(readSettings(application.naming, { ROSTER_ADMIN_API_KEY: secret }).ADMIN_API_KEY).toBe(secret)
  expect(error).toBe('Set ROSTER_ADMIN_API_KEY to it: the next start makes the key, with every scope.\n')
})

test('no two are alike', async () => {
  const [[one], [other]] = [await printed(), await printed()]
  expect(one).not.toBe(other)
})
