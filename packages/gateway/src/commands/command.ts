import type { Application } from '@roster/core'

/** A command of the program, beside serving, such as `backup`. */
export interface Command {
  /** What follows the program's name, such as `backup [file]`. */
  usage: string
  /** What the command does, in one line. */
  summary: string
  /** Options that take a value. */
  options?: readonly string[]
  /** Number of words that the command takes beside its options: at least, and at most. */
  words: readonly [least: number, most: number]
  run(call: Call): Promise<void>
}

/** A command as it was called. */
export interface Call {
  application: Application
  environment: NodeJS.ProcessEnv
  words: readonly string[]
  options: Readonly<Record<string, string>>
  /** Writes a line to the user. */
  say: (line: string) => void
  /** Shows a line of progress to the user, in place of the one before. */
  show: (line: string) => void
}

/** Thrown when a command was called wrongly, or cannot do its work. The message says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const HELP = new Set(['help', '--help', '-h'])

/** Whether a word asks for help. */
export const isHelp = (word: string): boolean => HELP.has(word)
