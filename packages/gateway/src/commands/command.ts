import type { Application } from '@roster/core'

/** What a command of a program does beside serving, such as `backup`. */
export interface Command {
  /** What follows the program's name, such as `backup [file]`. */
  usage: string
  /** What it does, in a line. */
  summary: string
  /** Options that take a value. */
  options?: readonly string[]
  /** How many words it takes beside its options: at least, and at most. */
  words: readonly [least: number, most: number]
  run(call: Call): Promise<void>
}

/** A command as it was called. */
export interface Call {
  application: Application
  environment: NodeJS.ProcessEnv
  words: readonly string[]
  options: Readonly<Record<string, string>>
  /** Tells people something, in lines of their own. */
  say: (line: string) => void
  /** Tells people how far something is, in place of what was told before. */
  show: (line: string) => void
}

/** A command was called otherwise than it can be, or cannot do what it is for. The message says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const HELP = new Set(['help', '--help', '-h'])

/** Whether a word asks how something is called. */
export const isHelp = (word: string): boolean => HELP.has(word)
