import { httpDate } from '../http/http-date.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses before each attempt, in milliseconds (Standard Webhooks, "Deliverability and reliability"). */
const PAUSES = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** Share by which a pause varies, so that deliveries that failed together are not retried together. */
const SPREAD = 0.2

/** Longest pause that a receiver can ask for, in milliseconds. */
const LONGEST = 24 * HOUR

export interface RetryRequest {
  /** Attempts that have failed so far. */
  failures: number
  /** The time now, in milliseconds. */
  time: number
  /** Until when the receiver asked to wait, in milliseconds; undefined when it did not. */
  retryAfter?: number | undefined
  /** A number from 0 to 1. Default: a random one. */
  chance?: number
}

/** Returns the time of the next attempt, in milliseconds: by the schedule, or later if the receiver asked for it. Null when no attempt is left. */
export function nextAttemptAt({ failures, time, retryAfter = 0, chance = Math.random() }: RetryRequest): number | null {
  const pause = PAUSES[failures]
  if (pause === undefined) return null
  const planned = time + pause * (1 + SPREAD * (2 * chance - 1))
  return Math.round(Math.max(planned, Math.min(retryAfter, time + LONGEST)))
}

/** Returns the time that a `Retry-After` header names (RFC 9110, section 10.2.3), in milliseconds; undefined for any other text. */
export function retryAfterOf(header: string | undefined, time: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return time + Number(header) * SECOND
  const date = httpDate(header)
  return date === undefined ? undefined : date * SECOND
}
