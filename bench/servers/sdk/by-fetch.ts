import { API_KEY } from '../../harness/request.ts'
import type { Works } from './caller.ts'

const headers = { accept: 'application/json', 'x-api-key': API_KEY }

/** Requests a URL with `fetch`, and returns the JSON of the response. Throws when the response is no success. */
export async function read(url: string, signal?: AbortSignal): Promise<any> {
  const response = await fetch(url, { headers, ...(signal && { signal }) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return response.json()
}

/** Returns the works of a caller that uses this function to read URLs. */
export function worksBy(reading: (url: string) => Promise<any>): Works {
  return {
    get: (baseUrl) => reading(`${baseUrl}/v1/users/usr_1`),
    async walk(baseUrl) {
      let records = 0
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: any = await reading(`${baseUrl}/v1/users?cursor=${encodeURIComponent(cursor)}`)
        for (const user of page.data) records += user.id ? 1 : 0
        cursor = page.next_cursor
      }
      return records
    },
  }
}
