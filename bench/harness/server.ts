import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own. */
export interface Server {
  port: number
  /** Processor time it has used so far, in microseconds. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** Starts one of `bench/servers`. Its process listens on a free port and answers as `serve.ts` does. */
export async function startServer(name: string, environment: NodeJS.ProcessEnv): Promise<Server> {
  const file = fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url))
  const child = fork(file, { env: { ...process.env, ...environment } })
  const exited = once(child, 'exit')
  const failed = exited.then(() => {
    throw new Error(`The server ${name} ended before it was asked to.`)
  })
  const answer = async () => (await Promise.race([once(child, 'message'), failed])) as [{ port: number; cpu: number }]

  const [{ port }] = await answer()
  return {
    port,
    async cpu() {
      child.send('cpu')
      const [{ cpu }] = await answer()
      return cpu
    },
    async stop() {
      failed.catch(() => {})
      child.disconnect()
      await exited
    },
  }
}
