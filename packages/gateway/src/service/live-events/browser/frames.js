/**
 * A frame of a stream (HTML, section 9.2.6).
 *
 * @typedef {object} Frame
 * @property {string} [id]
 * @property {string} [data]
 * @property {number} [retry] In milliseconds.
 */

/**
 * Reads the frames of an answer as they arrive. Comments come as frames without members: they show that the connection lives.
 *
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @returns {AsyncGenerator<Frame>}
 */
export async function* framesOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield frameOf(block)
  }
}

/**
 * @param {string} block
 * @returns {Frame}
 */
function frameOf(block) {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2)))
  const { id, data, retry } = fields
  return {
    ...(id !== undefined && { id }),
    ...(data !== undefined && { data }),
    ...(retry && { retry: Number(retry) }),
  }
}
