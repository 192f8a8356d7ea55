import { createSecureContext, type Server } from 'node:tls'
import { certificatesIn } from '../settings/certificate-files.ts'
import type { tlsOptions } from './tls.ts'

type Files = ReturnType<typeof tlsOptions>

/** How often it is looked whether files of TLS were renewed, in milliseconds. */
const LOOK = 30_000

/**
 * Has new connections served with renewed files of TLS, once they fit each other and are the same as half a minute before: who renews them writes one after the
 * other, and each in parts. `read` reads them, `renewed` is told. Returns what ends it.
 */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  read: () => Files,
  renewed: () => void,
): () => void {
  let used = contentOf(read())
  let last = ''
  const timer = setInterval(() => {
    const found = fitting(read)
    const content = found ? contentOf(found) : ''
    const isSettled = content === last
    last = content
    if (!found || content === used || !isSettled) return
    server.setSecureContext(found)
    used = content
    renewed()
  }, LOOK)
  timer.unref()
  return () => clearInterval(timer)
}

/** What the files say; undefined where one is missing or not whole, or they do not fit each other. */
function fitting(read: () => Files): Files | undefined {
  try {
    const files = read()
    createSecureContext(files)
    if (files.ca) certificatesIn(files.ca as Buffer)
    return files
  } catch {
    return undefined
  }
}

const contentOf = ({ cert, key, ca }: Files) => JSON.stringify([cert, key, ca])
