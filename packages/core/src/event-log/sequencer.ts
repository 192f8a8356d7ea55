import type { Database } from '../data/database.ts'
import { lookEvery } from '../data/look.ts'
import { type Repetition, repeat } from '../background/repeat.ts'
import { eventAdded } from './emit.ts'
import { recogniseOrigin } from './origin.ts'
import { sequence, type SequencingHook } from './sequence.ts'

/** Interval at which the events of other processes are looked for, in milliseconds: a process may die before it gives its own events their places. */
const POLL = 100

/** Shortest pause between two runs, in milliseconds: events of that time share a run. */
const GAP = 5

export interface SequencerOptions {
  database: Database
  hooks?: readonly SequencingHook[]
  /** Whether another process is known to give places. Default: false. */
  isRelieved?: () => boolean
  /** Called after a run that added entries, or that began a new epoch of the log. */
  onAdded: () => void
  report: (error: unknown) => void
}

/**
 * Starts giving events their places: at once after this process commits one, and for all processes ten times a second, or once a second while another
 * process does so. Any number of processes may run it; they take turns.
 */
export function startSequencer(options: SequencerOptions): Repetition {
  const { database, hooks = [], isRelieved = () => false, onAdded, report } = options

  async function run(): Promise<number> {
    const { sequenced, more, elsewhere } = await sequence(database, hooks)
    if (elsewhere) await recogniseOrigin(database)
    if (sequenced > 0 || elsewhere) onAdded()
    return more || elsewhere ? GAP : lookEvery(POLL, { isShared: database.isShared && !isRelieved() })
  }

  const runs = repeat(run, { gap: GAP, report })
  const forget = database.on(eventAdded, runs.wake)
  return {
    wake: runs.wake,
    async stop() {
      forget()
      await runs.stop()
    },
  }
}
