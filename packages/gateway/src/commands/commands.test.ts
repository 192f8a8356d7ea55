import { application } from '@roster/api'
import { expect, test } from 'vitest'
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
