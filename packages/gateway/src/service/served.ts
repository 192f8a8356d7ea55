import type { Application } from '@roster/core'

/** Returns the parts of an application that a gateway serves, and its document describes. */
export function servedOf({ basePath, about, account, errors, router, resources }: Application) {
  const all = Object.values(resources)
  return {
    basePath,
    about,
    account,
    errors,
    router,
    resources: all.map(({ contract }) => contract),
    rest: all.flatMap(({ rest }) => rest),
    files: all.flatMap(({ files }) => files),
  }
}
