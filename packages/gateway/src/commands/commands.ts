import { parseArgs } from 'node:util'
import type { Application } from '@roster/core'
import type { Naming } from '@roster/core/contract'
import { administratorKey } from './administrator-key.ts'
import { backup } from './backup.ts'
import { type Call, type Command, CommandError, isHelp } from './command.ts'
import { doctor } from './doctor.ts'
import { mcp } from './mcp.ts'
import { migrate } from './migrate.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'
import { teller } from './teller.ts'
import { verify } from './verify.ts'

const help: Command = {
  usage: 'help | <command> --help',
  summary: 'says this',
  words: [0, 0],
  run: async ({ application, say }) => say(helpOf(application.naming)),
}

const commands: Readonly<Record<string, Command>> = {
  'administrator-key': administratorKey,
  backup,
  doctor,
  help,
  mcp,
  migrate,
  move,
  restore,
  verify,
}

/** Runs the command on a command line. Throws `CommandError` for an unknown command, or wrong arguments. */
export async function runCommand(application: Application, environment: NodeJS.ProcessEnv, line: readonly string[]) {
  const [name = '', ...rest] = line
  const { naming } = application
  const command = isHelp(name) ? help : Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new CommandError(`${name} is no command of ${naming.title}. There are:\n\n${helpOf(naming)}`)
  const tell = teller(process.stderr)
  if (rest.some(isHelp)) return tell.say(helpOf(naming, [command]))
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
    // The usage in the error shows what is wrong.
  }
  throw new CommandError(`Call it so: ${naming.slug} ${usage}`)
}

/** Usage and summary of the program without a command. */
const serving: Described = {
  usage: '[--demo]',
  summary: 'serves until a signal stops it; --demo adds records to look at',
}

type Described = Pick<Command, 'usage' | 'summary'>

/** Returns the usage of the program, by default with all of its commands. */
function helpOf({ slug }: Naming, which: readonly Described[] = [serving, ...Object.values(commands)]): string {
  const lines = which.map(({ usage, summary }) => [`  ${slug} ${usage}`, summary] as const)
  const width = Math.max(...lines.map(([usage]) => usage.length))
  return lines.map(([usage, summary]) => `${usage.padEnd(width)}  ${summary}`).join('\n')
}
