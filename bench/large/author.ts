/** How an application is written with one library: its modules for so many resources, by name. */
export type Author = (resources: readonly string[]) => Record<string, string>
