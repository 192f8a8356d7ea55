import { read, worksBy } from './by-fetch.ts'
import { serveCalls } from './caller.ts'

const TIMEOUT = 60_000

/** Reads a URL with a timeout, by an abort signal, to measure the cost of a timeout alone. */
async function readInTime(url: string): Promise<unknown> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), TIMEOUT)
  try {
    return await read(url, controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

serveCalls(worksBy(readInTime))
