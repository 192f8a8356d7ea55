import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { delimiter } from 'node:path'

/** Folders that may have servers: those of the PATH, and that of Debian and others. */
export const SERVER_FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']

/** A program that a test has started. */
export interface Started {
  readonly pid: number
  /** Sends the program a signal, unless it has ended. */
  signal(name: NodeJS.Signals): void
  /** Kills the program, and resolves when it has ended. */
  kill(): Promise<void>
}

/** Starts a program in a directory, as a user. Its output goes to `<program>.log` in the directory. */
export function start([program, ...args]: [string, ...string[]], directory: string, owner: object = {}): Started {
  const log = openSync(`${directory}/${program}.log`, 'a')
  const env = { ...process.env, PATH: SERVER_FOLDERS.join(delimiter) }
  const child: ChildProcess = spawn(program, args, { ...owner, env, cwd: directory, stdio: ['ignore', log, log] })
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid!,
    signal: (name) => void (isOver() || child.kill(name)),
    async kill() {
      if (isOver()) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
