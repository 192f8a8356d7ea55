/** The API key that every request carries. Each server knows it. */
export const API_KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

const REST = 'Host: 127.0.0.1\r\nAccept: application/json\r\n'
const HEAD = `X-API-Key: ${API_KEY}\r\n${REST}`

/** The bytes of a GET. */
export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`
}

/** The bytes of a GET with an access token in place of the key. */
export function getWithToken(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n${REST}\r\n`
}

/** The bytes of a POST with a body in ASCII. */
export function post(path: string, body: unknown): string {
  const json = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`
}

/** Goes round through requests that were made beforehand. */
export function inTurn(requests: readonly string[]): () => string {
  let index = 0
  return () => requests[index++ % requests.length]!
}
