/** Whether browsers reach a service over https. */
export const isHttps = (baseUrl: string) => baseUrl.startsWith('https:')

/** What a cookie is called. Over https the prefix keeps other hosts and paths from setting it (RFC 6265bis, section 4.1.3.2). */
export const cookieName = (name: string, baseUrl: string) => (isHttps(baseUrl) ? `__Host-${name}` : name)
