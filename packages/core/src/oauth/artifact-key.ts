import { createHash } from 'node:crypto'

/** Returns the hash by which an artifact is found. Identifiers have 256 random bits, so no salt is needed. */
export const artifactKey = (kind: string, id: string): string =>
  createHash('sha256').update(`${kind}:${id}`).digest('base64url')
