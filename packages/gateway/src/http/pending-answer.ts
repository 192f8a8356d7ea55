import type { ServerResponse } from 'node:http'

/** Returns the answer whose turn it is on a connection of HTTP/1.1, if there is one. Node.js keeps it there, undocumented. */
export const pendingAnswer = (socket: object): ServerResponse | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
