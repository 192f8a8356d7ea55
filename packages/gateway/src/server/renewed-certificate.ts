import { createSecureContext, type Server } from 'node:tls'
import { certificatesIn } from '../settings/certificate-files.ts'
import type { tlsOptions } from './tls.ts'

type Files = ReturnType<typeof tlsOptions>

/** How often it is looked whether files of TLS were renewed, in milliseconds. */
const LOOK = 30_000

/** Who is told of files of TLS. */
interface Told {
  /** Renewed ones are served. */
  renewed: () => void
  /** They have been unusable for half a minute, and those before are served. */
  unusable: (why: unknown) => void
}

/**
 * Has new connections served with renewed files of TLS, once they fit each other and are the same as half a minute before: who renews them writes one after the
 * other, and each in parts. `read` reads them. Returns what ends it.
 */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  read: () => Files,
  { renewed, unusable }: Told,
): () => void {
  let used = contentOf(read())
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

/** Files of TLS. Throws where one is not whole, or they do not fit each other. */
function fitting(files: Files): Files {
  createSecureContext(files)
  if (files.ca) certificatesIn(files.ca as Buffer)
  return files
}

const contentOf = ({ cert, key, ca }: Files) => JSON.stringify([cert, key, ca])
