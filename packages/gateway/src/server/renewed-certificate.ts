import { createSecureContext, type Server } from 'node:tls'
import { certificatesIn } from '../settings/certificate-files.ts'
import type { tlsOptions } from './tls.ts'

type Files = ReturnType<typeof tlsOptions>

/** Interval between checks for renewed TLS files, in milliseconds. */
const LOOK = 30_000

/** Callbacks about renewed TLS files. */
interface Told {
  /** Called when renewed files are served. */
  renewed: () => void
  /** Called when the files have been unusable for half a minute; the previous ones are still served. */
  unusable: (why: unknown) => void
}

/**
 * Serves new connections with renewed TLS files, once the files fit each other and have not changed for half a minute: a renewal writes one file
 * after the other, and each in parts. `served` are the files that the server was made with; `read` reads them anew. Returns a
 * function that ends this.
 */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  served: Files,
  read: () => Files,
  { renewed, unusable }: Told,
): () => void {
  let used = contentOf(served)
  let last = ''
  let failures = 0

  function take(found: Files): void {
    const content = contentOf(found)
    const isSettled = content === last
    last = content
    if (content === used || !isSettled) return
    server.setSecureContext(found)
    used = content
    renewed()
  }

  function look(): void {
    try {
      take(fitting(read()))
      failures = 0
    } catch (error) {
      last = ''
      failures += 1
      if (failures === 2) unusable(error)
    }
  }

  const timer = setInterval(look, LOOK)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns the TLS files. Throws when one is incomplete, or when they do not fit each other. */
function fitting(files: Files): Files {
  createSecureContext(files)
  if (files.ca) certificatesIn(files.ca as Buffer)
  return files
}

const contentOf = ({ cert, key, ca }: Files) => JSON.stringify([cert, key, ca])
