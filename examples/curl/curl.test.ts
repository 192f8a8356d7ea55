import { isMissing, type Live, masked, printedIn, run, startLive } from '@roster/test/live'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.skipIf(isMissing('curl', 'CURL'))('the tour with curl', () => {
  let live: Live
  beforeAll(async () => {
    live = await startLive()
  })
  afterAll(() => live?.stop())

  test('prints what its README says', async () => {
    const environment = { ROSTER_URL: live.url, ROSTER_API_KEY: live.key }
    const { code, output, errors } = await run(['sh', 'examples/curl/tour.sh'], environment)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(masked(output, live.url)).toBe(await printedIn(new URL('README.md', import.meta.url)))
  })

  test('stops at the first refusal, and shows it', async () => {
    const environment = { ROSTER_URL: live.url, ROSTER_API_KEY: live.key }
    await run(['sh', 'examples/curl/tour.sh'], environment)
    const { code, errors } = await run(['sh', 'examples/curl/tour.sh'], environment)
    expect({ code, errors: JSON.parse(errors) }).toMatchObject({ code: 1, errors: { code: 'email-taken' } })
  })
})
