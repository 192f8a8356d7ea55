import type { FastifyInstance } from 'fastify'

/** Commands that the benchmark can send to a server, by name. */
export type Commands = Record<string, (argument: any) => unknown>

interface Order {
  id: number
  command: string
  argument: unknown
}

const COMMON: Commands = {
  cpu() {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  async memory() {
    await collectGarbage()
    const { rss: resident, heapUsed: heap } = process.memoryUsage()
    return { resident, heap }
  },
}

/** Collects garbage twice: the second collection can free what the first one has finalized. */
async function collectGarbage(): Promise<void> {
  for (let nth = 0; nth < 2; nth++) {
    globalThis.gc!()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Listens on a free port, and runs the benchmark's commands. */
export async function serve(app: FastifyInstance, commands: Commands = {}): Promise<void> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  obey(Number(new URL(address).port), commands)
}

/** Reports the port to the benchmark, runs its commands, and exits when the benchmark ends. */
export function obey(port: number, commands: Commands): void {
  const all = { ...COMMON, ...commands }
  const answer = async ({ command, argument }: Order) => all[command]!(argument)
  process.on('message', (order: Order) => {
    const { id } = order
    answer(order).then(
      (answered) => process.send!({ id, answer: answered }),
      (error: unknown) => process.send!({ id, error: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
  process.send!({ port })
}
