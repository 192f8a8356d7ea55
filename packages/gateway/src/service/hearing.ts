import type { Logger } from 'pino'

const DEAF =
  'The database takes no connection for LISTEN, so that nothing is heard of other processes: messages of sockets stay in their process, ' +
  'and events take up to 100 ms. It is tried again every second. See that the server has a connection left for it, and that DATABASE_DIRECT_URL, where it is set, leads to the server'

/** Returns a function that tells operators when this process hears nothing of others, with the error, and when it hears them again. */
export const hearingIn =
  (logger: Logger) =>
  (error?: unknown): void => {
    if (error === undefined) logger.info('Other processes are heard again')
    else logger.warn({ err: error }, DEAF)
  }
