import { breaking, type Mutant, onServer } from '../mutant.ts'

const WORKERS = ['test/e2e/workers.test.ts']
const METRICS = ['packages/gateway/src/service/workers/shared-metrics.test.ts']
const SUPERVISOR = ['packages/gateway/src/service/workers/supervisor.test.ts']

const served = onServer([
  ...breaking('packages/gateway/src/service/workers/retire.ts', WORKERS, {
    'a worker that retires closes connections at once': ['  await untilUnused(app)\n', ''],
    'a worker that retires keeps its connections': [
      'response.shouldKeepAlive = false',
      'response.shouldKeepAlive = true',
    ],
  }),
  ...breaking('packages/gateway/src/service/workers/supervisor.ts', WORKERS, {
    'a worker that ended is not replaced': ['if (!this.#active.delete(worker) || this.#isStopping) return', 'return'],
    'an old worker retires before its successor serves': [
      '      await this.#begin()\n    } catch',
      "      say(worker, { kind: 'retire' })\n      await endOf(worker)\n      await this.#begin()\n    } catch",
    ],
    'one that dies while its successor starts is replaced twice': [
      '!this.#active.delete(worker)) return true',
      '!this.#active.has(worker)) return true',
    ],
  }),
  ...breaking('packages/gateway/src/service/workers/shared-metrics.ts', WORKERS, {
    'metrics of one worker alone are told': ['[...this.#last.values(), ', '[...this.#last.values().drop(1), '],
  }),
])

/** Mutants of several worker processes that serve one port. */
export const workers: Mutant[] = [
  ...served,
  ...breaking(
    'packages/gateway/src/service/workers/retire.ts',
    ['packages/gateway/src/service/workers/retire.test.ts'],
    {
      'a worker that retires signals itself': ['.then(stop)', ".then(() => process.kill(process.pid, 'SIGTERM'))"],
    },
  ),
  ...breaking('packages/gateway/src/service/workers/shared-metrics.ts', METRICS, {
    'counters fall when a worker ends': [', this.#ended.all()]', ']'],
    'a worker that keeps silent is left out of the sum': ['said.every(Boolean)', 'said.some(Boolean)'],
    'metrics wait for a worker that is about to serve': [
      "hear(worker, 'running', () => this.#last.set(worker, []))",
      'this.#last.set(worker, [])',
    ],
  }),
  ...breaking('packages/gateway/src/service/workers/last-counts.ts', METRICS, {
    'what workers that have ended used is told as if they used it': ['.filter(({ type }) => GROWING.has(type))', ''],
  }),
  ...breaking('packages/gateway/src/service/workers/supervisor.ts', SUPERVISOR, {
    'the first key is made while workers start': [
      "    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#begin()))\n    const told = said(worker, 'first-key')\n    say(worker, { kind: 'make-first-key' })\n",
      "    const told = said(worker, 'first-key')\n    say(worker, { kind: 'make-first-key' })\n    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#begin()))\n",
    ],
    'a worker is renewed before it serves': ['      await running.catch(() => {})\n', ''],
    'workers that end over and over are replaced at once': ['pause: hasLasted ? 0 : pause', 'pause: 0'],
    'the lack of a process for a worker ends all': ["    worker.on('error', fail)\n", ''],
    'a worker that does not stop is waited for': [
      'Promise.race([Promise.all(workers.map(endOf)), wait(patience + more)])',
      'Promise.all(workers.map(endOf))',
    ],
    'a worker that does not retire is left to itself': [
      '    await this.#outlive([worker], LAST_REQUESTS)\n',
      '    await endOf(worker)\n',
    ],
    'each stop waits for a worker that was never started': ['if (worker.isDead()) delete', 'if (false) delete'],
  }),
]
