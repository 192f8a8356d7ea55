/** Returns the path of a record: the `location` of a contract, with members of the record in place of its braces. */
export const filled = (location: string, record: Record<string, unknown>): string =>
  location.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(record[name])))
