/** Returns a path of the contract in the router's notation. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
