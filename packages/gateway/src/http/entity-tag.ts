import { hash } from 'node:crypto'
import type { Coding } from './compression.ts'

/** Returns the strong entity tag of a body: its hash, and the content coding it is sent in (RFC 9110, section 8.8.3). */
export function entityTag(body: string, coding: Coding = 'identity'): string {
  const digest = hash('sha1', body, 'base64url')
  return coding === 'identity' ? `"${digest}"` : `"${digest}.${coding}"`
}
