import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'
import { PATIENCE } from './patience.ts'
import { bare } from './process.ts'

/** A shell that runs one command after another, like a terminal session. */
export interface Shell {
  /** Runs a command, and returns its output. Rejects with the output when the command fails. */
  run(command: string): Promise<string>
  /** Ends the shell and its background processes. */
  stop(): Promise<void>
}

/** Starts a shell in a folder, with this environment, and the PATH and the time of the tests. */
export function startShell(cwd: string, environment: Record<string, string>): Shell {
  const env = bare({ HOME: cwd, ...environment })
  const child = spawn('bash', { cwd, env, detached: true, stdio: 'pipe' })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += String(chunk)))
  return {
    async run(command) {
      output = ''
      child.stdin.write(`${command}\nprintf '\\0%s\\0' $?\n`)
      const [, printed, code] = await vi.waitFor(() => {
        const done = /^([^]*?)\0(\d+)\0/.exec(output)
        if (!done) throw new Error(`This has not ended: ${command}\nIt printed: ${output}`)
        return done
      }, PATIENCE)
      if (code !== '0') throw new Error(`This ended with ${code}: ${command}\nIt printed: ${printed}`)
      return printed!
    },
    async stop() {
      process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
  }
}
