import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often is looked whether the process is idle, in milliseconds. */
const INTERVAL = 1_000

/** Share of its time, from 0 to 1, that an idle process is at work for at most: it looks at the log of events. */
const IDLE = 0.1

/** Tells which share of the time since it was asked last this process has been at work, from 0 to 1. */
export type Utilization = () => number

/**
 * Gives memory back once the process is idle for the first time: what its start needed, and the room for new objects that V8 has widened meanwhile, some 50 MB together. V8 narrows that room
 * only in a collection that is to save memory, which takes some 60 ms, so that a process is left alone while it is called.
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

/** Collects all garbage, as V8 does before it would run out of memory, and with it the room that nothing needs. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
