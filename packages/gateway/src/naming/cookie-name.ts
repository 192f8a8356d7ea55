import type { Site } from './site.ts'

/** Whether browsers reach a service over https. */
export const isHttps = (baseUrl: string) => baseUrl.startsWith('https:')

/** Returns the name of a service's cookie. Over https, the prefix `__Host-` keeps other hosts and paths from setting it (RFC 6265bis, section 4.1.3.2). */
export const cookieName = (name: string, { naming: { slug }, baseUrl }: Site) =>
  `${isHttps(baseUrl) ? '__Host-' : ''}${slug}_${name}`
