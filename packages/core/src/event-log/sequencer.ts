import type { Database } from '../data/database.ts'
import { lookEvery } from '../data/look.ts'
import { type Repetition, repeat } from '../background/repeat.ts'
import { eventAdded } from './emit.ts'
import { recogniseOrigin } from './origin.ts'
import { sequence, type SequencingHook } from './sequence.ts'

/** How often events of processes that died before they gave them a place are looked for, in milliseconds. */
const POLL = 100

/** Least time between two runs, in milliseconds: events of that time share one. */
const GAP = 5

export interface SequencerOptions {
  database: Database
  hooks?: readonly SequencingHook[]
  /** Whether another process is known to look. Default: none is. */
  isRelieved?: () => boolean
  /** Called after a run that added to the log, or found it elsewhere than it was. */
  onAdded: () => void
  report: (error: unknown) => void
}

/**
 * Gives events their places: at once when this process has committed one, and those of every process ten times a second, or once a second while
 * another one looks. Any number of processes do so, one after another.
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
