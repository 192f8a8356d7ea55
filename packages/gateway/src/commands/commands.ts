import { parseArgs } from 'node:util'
import type { Application } from '@roster/core'
import type { Naming } from '@roster/core/contract'
import { backup } from './backup.ts'
import { type Call, type Command, CommandError } from './command.ts'
import { doctor } from './doctor.ts'
import { mcp } from './mcp.ts'
import { migrate } from './migrate.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'
import { teller } from './teller.ts'
import { verify } from './verify.ts'

const help: Command = {
  usage: 'help',
  summary: 'says this',
  words: [0, 0],
  run: async ({ application, say }) => say(helpOf(application.naming)),
}

const commands: Readonly<Record<string, Command>> = { backup, doctor, help, mcp, migrate, move, restore, verify }

/** Does what a command line says. Throws `CommandError` where it says nothing that can be done. */
export async function runCommand(application: Application, environment: NodeJS.ProcessEnv, line: readonly string[]) {
  const [name = '', ...rest] = line
  const { naming } = application
  const command = commands[name]
  if (!command) throw new CommandError(`${name} is no command of ${naming.title}. There are:\n\n${helpOf(naming)}`)
  const tell = teller(process.stderr)
  try {
    await command.run({ application, environment, ...argumentsOf(naming, command, rest), ...tell })
  } finally {
    tell.end()
  }
}

function argumentsOf(naming: Naming, command: Command, line: string[]): Pick<Call, 'words' | 'options'> {
  const {
    usage,
    options = [],
    words: [least, most],
  } = command
  try {
    const types = Object.fromEntries(options.map((option) => [option, { type: 'string' } as const]))
    const { positionals, values } = parseArgs({ args: line, options: types, allowPositionals: true })
    if (positionals.length >= least && positionals.length <= most)
      return { words: positionals, options: values as Call['options'] }
  } catch {
    // What is wrong is seen from how it is called.
  }
  throw new CommandError(`Call it so: ${naming.slug} ${usage}`)
}

/** How the commands of a program are called. */
function helpOf({ slug }: Naming): string {
  const lines = Object.values(commands).map(({ usage, summary }) => [`  ${slug} ${usage}`, summary] as const)
  const width = Math.max(...lines.map(([usage]) => usage.length))
  return lines.map(([usage, summary]) => `${usage.padEnd(width)}  ${summary}`).join('\n')
}
