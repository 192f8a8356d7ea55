import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Memory of a process, in bytes. */
export interface Memory {
  resident: number
  heap: number
}

/** A server in its own process. */
export interface Server {
  port: number
  /** Sends the server a command, and resolves to the result. */
  call<Answer>(command: string, argument?: unknown): Promise<Answer>
  /** Resolves to the processor time that the server has used, in microseconds. */
  cpu(): Promise<number>
  /** Resolves to the memory after a garbage collection. */
  memory(): Promise<Memory>
  /** Pauses the process, so that it uses no processor time. `resume` continues the process. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Starts one of `bench/servers` in its own process. It listens on a free port and runs commands, as in `serve.ts`. `flags` are flags of
 * Node.js; default: those of this process. */
export async function startServer(
  name: string,
  environment: NodeJS.ProcessEnv,
  flags: readonly string[] = process.execArgv,
): Promise<Server> {
  const file = fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url))
  const execArgv = [...flags, '--expose-gc']
  const child = fork(file, { env: { ...process.env, ...environment }, execArgv })
  const exited = once(child, 'exit')
  const failed = exited.then(() => {
    throw new Error(`The server ${name} ended before it was asked to.`)
  })
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  const [{ port }] = (await Promise.race([once(child, 'message'), failed])) as [{ port: number }]
  child.on('message', ({ id, answer, error }: { id: number; answer: never; error?: string }) => {
    const call = waiting.get(id)!
    waiting.delete(id)
    if (error === undefined) call.resolve(answer)
    else call.reject(new Error(`The server ${name} failed: ${error}`))
  })

  let calls = 0
  const call = <Answer>(command: string, argument?: unknown): Promise<Answer> => {
    const answer = Promise.withResolvers<never>()
    const id = calls++
    waiting.set(id, answer)
    child.send({ id, command, argument })
    return Promise.race([answer.promise, failed])
  }
  return {
    port,
    call,
    cpu: () => call('cpu'),
    memory: () => call('memory'),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGCONT')
      failed.catch(() => {})
      child.disconnect()
      await exited
    },
  }
}
