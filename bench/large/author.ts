/** Generates an application with one library. Returns the texts of its modules, by file name, for these resources. */
export type Author = (resources: readonly string[]) => Record<string, string>
