import { afterEach, expect, test, vi } from 'vitest'
import { userAgent } from './headers.ts'
import { ROSTER } from './product.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each(['document', 'importScripts'])(
  'the browser names itself, in pages and in workers: where there is %s',
  (name) => {
    expect(userAgent(ROSTER)).toEqual({ 'user-agent': ROSTER.userAgent })
    vi.stubGlobal(name, {})
    expect(userAgent(ROSTER)).toEqual({})
  },
)
