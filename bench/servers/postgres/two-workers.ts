import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { obey } from '../serve.ts'

/** Number of processes that serve one port, as with `ROSTER_WORKERS`. */
const WORKERS = 2

if (cluster.isPrimary) await supervise()
else await import('./roster.ts')

async function supervise(): Promise<void> {
  const workers = Array.from({ length: WORKERS }, () => cluster.fork())
  const told = await Promise.all(workers.map((worker) => once(worker, 'message') as Promise<[{ port: number }]>))
  const [[{ port }]] = told as [[{ port: number }]]
  const cpu = async () => {
    const { user, system } = process.cpuUsage()
    const those = await Promise.all(workers.map(cpuOf))
    return those.reduce((sum, one) => sum + one, user + system)
  }
  obey(port, { cpu })
}

async function cpuOf(worker: Worker): Promise<number> {
  worker.send({ id: 0, command: 'cpu' })
  const [{ answer }] = (await once(worker, 'message')) as [{ answer: number }]
  return answer
}
