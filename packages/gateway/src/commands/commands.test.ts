import { application } from '@roster/api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CommandError } from './command.ts'
import { runCommand } from './commands.ts'

test.each(['toString', 'constructor', '__proto__', 'backups'])(
  '%s is no command, and the sentence names all',
  async (name) => {
    const refused = runCommand(application, {}, [name])
    await expect(refused).rejects.toThrow(CommandError)
    await expect(refused).rejects.toThrow(`${name} is no command of Roster. There are:`)
  },
)

test.each([[['restore']], [['restore', 'a', 'b']], [['restore', 'a', '--force']], [['move', '--to']]])(
  '%j is no call of that command, and nothing is done',
  async (line) => {
    await expect(runCommand(application, {}, line)).rejects.toThrow(`Call it so: roster ${line[0]} `)
  },
)

test('who asks for help with a command is told how it is called, and nothing is done', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  await runCommand(application, {}, ['restore', 'some.backup', '--help'])
  expect(written.mock.calls.map(([text]) => text).join('')).toBe(
    '  roster restore <file>  copies such a file into the empty database of the settings\n',
  )
})
