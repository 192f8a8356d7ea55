/** What a service is called, wherever its name is needed. All of it follows from the name of the application. */
export interface Naming {
  /** To people: `Public Library`. */
  readonly title: string
  /** To programs, in realms, cookies and keys: `public_library`. */
  readonly slug: string
  /** What its own settings begin with: `PUBLIC_LIBRARY_`. */
  readonly prefix: string
  /** To servers that it calls (RFC 9110, section 10.1.5): `PublicLibrary`. */
  readonly product: string
}

/** Where a service is, and what it is called. */
export interface Site {
  readonly naming: Naming
  /** Address that links are made from, without a trailing slash. */
  readonly baseUrl: string
}

/** The names that follow from that of an application. Throws where it has no letter that settings and cookies can be called by. */
export function namingOf(title: string): Naming {
  const words = title.match(/[a-z0-9]+/gi) ?? []
  if (!/^[a-z]/i.test(words[0] ?? ''))
    throw new Error(
      `The application is called "${title}", which begins with no letter from A to Z. Call it by one that does.`,
    )
  const slug = words.join('_').toLowerCase()
  const product = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  return { title, slug, prefix: `${slug.toUpperCase()}_`, product }
}
