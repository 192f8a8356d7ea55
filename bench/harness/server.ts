import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Memory of a process, in bytes. */
export interface Memory {
  resident: number
  heap: number
}

/** A server in a process of its own. */
export interface Server {
  port: number
  /** Has it do something, and resolves to what that returned. */
  call<Answer>(command: string, argument?: unknown): Promise<Answer>
  /** Processor time it has used so far, in microseconds. */
  cpu(): Promise<number>
  /** What it takes when its garbage is collected. */
  memory(): Promise<Memory>
  /** Holds its process, so that it takes nothing from others, and lets it go on. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Starts one of `bench/servers`. Its process listens on a free port and does what it is told, as `serve.ts` has it. `flags` are those
 * of Node.js, by default the ones of this process. */
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
