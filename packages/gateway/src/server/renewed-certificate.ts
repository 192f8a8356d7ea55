import { createSecureContext, type Server } from 'node:tls'
import type { tlsOptions } from './tls.ts'

type Files = ReturnType<typeof tlsOptions>

/** How often it is looked whether files of TLS were renewed, in milliseconds. */
const LOOK = 60_000

/**
 * Has new connections served with renewed files of TLS, once they fit each other: who renews them writes one after the other. `read` reads them,
 * `renewed` is told. Returns what ends it.
 */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  read: () => Files,
  renewed: () => void,
): () => void {
  let used = contentOf(read())
  const timer = setInterval(() => {
    const found = fitting(read)
    if (!found || contentOf(found) === used) return
    server.setSecureContext(found)
    used = contentOf(found)
    renewed()
  }, LOOK)
  timer.unref()
  return () => clearInterval(timer)
}

/** What the files say; undefined where one is missing, or they do not fit each other. */
function fitting(read: () => Files): Files | undefined {
  try {
    const files = read()
    createSecureContext(files)
    return files
  } catch {
    return undefined
  }
}

const contentOf = ({ cert, key, ca }: Files) => JSON.stringify([cert, key, ca])
