import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { delimiter } from 'node:path'

/** Where servers may be: on the PATH, or where Debian and others put them. */
export const SERVER_FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']

/** A program that a test has started. */
export interface Started {
  readonly pid: number
  /** Sends it a signal, unless it has ended. */
  signal(name: NodeJS.Signals): void
  /** Kills it, and resolves when it has ended. */
  kill(): Promise<void>
}

/** Starts a program in a directory, as a user; what it writes goes to a file there that is called like it. */
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
