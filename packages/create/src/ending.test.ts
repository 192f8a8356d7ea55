import { expect, onTestFinished, test, vi } from 'vitest'
import { end, Refusal } from './ending.ts'

/** What a command writes, and the exit code that it leaves, when its work ends so. */
async function ended(work: Parameters<typeof end>[0]) {
  const before = process.exitCode
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const error = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  try {
    await end(work)
    return { code: process.exitCode, out: out.mock.calls.flat(), error: error.mock.calls.flat() }
  } finally {
    process.exitCode = before
  }
}

test('a command says its results, and ends well', async () => {
  expect(await ended(async (say) => say('Done.'))).toEqual({ code: undefined, out: ['Done.\n'], error: [] })
})

test('what a command refuses is one sentence, and ends with 1', async () => {
  const refused = async () => {
    throw new Refusal('Choose another name.')
  }
  expect(await ended(refused)).toEqual({ code: 1, out: [], error: ['Choose another name.\n'] })
})

test('a fault of the command itself is not taken for a refusal', async () => {
  const broken = async () => {
    throw new TypeError('x is no function')
  }
  await expect(ended(broken)).rejects.toThrow('x is no function')
})
