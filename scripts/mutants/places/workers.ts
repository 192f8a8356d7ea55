import { breaking, onServer } from '../mutant.ts'

const WORKERS = ['test/e2e/workers.test.ts']

/** Several processes that serve one port. */
export const workers = onServer([
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
      "      say(worker, { kind: 'retire' })\n      await ended\n      await this.#begin()\n    } catch",
    ],
    'one that dies while its successor starts is replaced twice': [
      '!this.#active.delete(worker)) return true',
      '!this.#active.has(worker)) return true',
    ],
  }),
  ...breaking('packages/gateway/src/service/workers/shared-metrics.ts', WORKERS, {
    'metrics of one worker alone are told': [
      'await Promise.all(workers.map(measurementsOf))',
      'await Promise.all(workers.slice(1).map(measurementsOf))',
    ],
  }),
])
