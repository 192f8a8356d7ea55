import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { basename, join, relative } from 'node:path'
import { COPY_PREFIX, isCopy, isLocked, KEPT } from '@roster/core/server'
import type { Runtime } from './runtime.ts'

/**
 * Returns the path of the socket on which a service takes orders of its owner. It is in the data directory, which no other user may open. The kernel limits the
 * length of the path, so it is relative.
 */
const socketIn = (directory: string) => relative(process.cwd(), join(directory, KEPT.control))

/**
 * Takes orders to copy the files of an embedded database, one for each connection. An order is the name of the copy's directory, beside the files. The copy is
 * deleted when the connection ends, so that a killed process leaves none. Returns undefined when there are no such files.
 */
export function takeOrders({ database, settings, logger }: Runtime): Server | undefined {
  const { copyFiles } = database
  if (!copyFiles) return undefined
  const { DATA_DIR: directory } = settings
  const path = socketIn(directory)
  deleteLeft(directory)
  const server = createServer((connection) => {
    connection.setEncoding('utf8').on('error', () => connection.destroy())
    void answer(connection, directory, copyFiles)
  })
  server.on('error', (error) =>
    logger.warn({ err: error }, 'Back-ups need this service to be stopped: it takes no orders'),
  )
  return server.listen(path)
}

/**
 * Deletes what killed processes have left in a data directory that belongs to this process. A copy that a command has open is left to it: it was made by the
 * service that ran before.
 */
function deleteLeft(directory: string): void {
  const isLeft = (name: string) => name === KEPT.control || (isCopy(name) && !isLocked(join(directory, name)))
  for (const name of readdirSync(directory).filter(isLeft)) rmSync(join(directory, name), { recursive: true })
}

async function answer(connection: Socket, directory: string, copyFiles: (to: string) => Promise<void>): Promise<void> {
  const gone = new Promise<void>((resolve) => connection.once('close', () => resolve()))
  try {
    const [name] = (await once(connection, 'data')) as [string]
    if (!isCopy(name)) throw new Error(`${name} is no copy.`)
    const copy = join(directory, name)
    const copied = copyFiles(join(copy, KEPT.cluster))
    // Deletes the copy only after copying has ended: later files would create its directories again.
    void Promise.allSettled([copied, gone])
      .then(() => rm(copy, { recursive: true, force: true }))
      .catch(() => {})
    await copied
    connection.end('copied')
  } catch (error) {
    connection.end(String(error))
  }
}

/** Thrown when the service that runs on a data directory did not copy its database. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused'

  constructor(directory: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`The service that runs on ${directory} could not copy its database: ${why}. Stop it, and try again.`, {
      cause,
    })
  }
}

/** A copy of an embedded database as it was at one moment. */
export interface Copy {
  /** Data directory of the copy. */
  directory: string
  remove(): void
}

/** Lets the service that runs on a data directory copy its database. Throws `CopyRefused` when it does not. */
export async function copyOfRunning(directory: string): Promise<Copy> {
  const copy = mkdtempSync(join(directory, COPY_PREFIX))
  const connection = connect({ path: socketIn(directory), allowHalfOpen: true })
  const remove = () => {
    rmSync(copy, { recursive: true, force: true })
    connection.destroy()
  }
  try {
    const answered = await answerTo(basename(copy), connection)
    if (answered !== 'copied') throw new Error(answered)
    return { directory: copy, remove }
  } catch (cause) {
    remove()
    throw new CopyRefused(directory, cause)
  }
}

/** Sends an order, and returns the answer. The connection stays open. */
async function answerTo(order: string, connection: Socket): Promise<string> {
  let said = ''
  connection.setEncoding('utf8').on('data', (part) => (said += part))
  connection.write(order)
  await once(connection, 'end')
  return said
}
