import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('no header that carries a credential comes into the log', () => {
  let text = ''
  const logger = createLogger('info', { stream: { write: (line) => void (text += line) } })
  const secrets = { authorization: 's3cret', 'x-api-key': 's3cret', cookie: 's3cret', 'set-cookie': ['s3cret'] }
  logger.info({ response: { headers: { ...secrets, accept: 'text/html' } } }, 'Answered')
  expect(text).not.toContain('s3cret')
  expect(JSON.parse(text).response.headers).toMatchObject({ accept: 'text/html' })
})
