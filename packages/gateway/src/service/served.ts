import type { Application } from '@roster/api'

/** What of an application a gateway serves, and its document describes. */
export function servedOf({ name, about, errors, router, resources }: Application) {
  const all = Object.values(resources)
  return {
    name,
    about,
    errors,
    router,
    resources: all.map(({ contract }) => contract),
    rest: all.flatMap(({ rest }) => rest),
    files: all.flatMap(({ files }) => files),
  }
}
