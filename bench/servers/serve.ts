import type { FastifyInstance } from 'fastify'

/** Listens on a free port, tells the benchmark which, says how much processor time was used when asked, and ends with it. */
export async function serve(app: FastifyInstance): Promise<void> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!({ cpu: user + system })
  })
  process.on('disconnect', () => process.exit())
  process.send!({ port: Number(new URL(address).port) })
}
