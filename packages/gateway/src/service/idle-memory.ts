import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Interval of checks whether the process is idle, in milliseconds. */
const INTERVAL = 1_000

/** Largest share of time, from 0 to 1, in which an idle process is at work: it reads the log of events. */
const IDLE = 0.1

/** Returns the share of the time since the last call in which this process was at work, from 0 to 1. */
export type Utilization = () => number

/**
 * Releases memory once the process is idle for the first time: memory that its start needed, and the space for new objects that V8 has enlarged meanwhile, some
 * 50 MB together. V8 reduces that space only in a collection that is to save memory, which takes some 60 ms, so a busy process is left alone.
 */
export function releaseMemoryWhenIdle(utilization: Utilization = utilizationOf(), release = releaseMemory): void {
  const timer = setInterval(() => {
    if (utilization() > IDLE) return
    clearInterval(timer)
    release()
  }, INTERVAL)
  timer.unref()
}

function utilizationOf(): Utilization {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

/** Collects all garbage, as V8 does before it would run out of memory, and releases heap space that nothing needs. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
