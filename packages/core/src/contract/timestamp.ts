/** Returns whether a text is an instant in ISO 8601, in UTC with milliseconds. Such texts sort in the order of their instants. */
export function isTimestamp(text: string): boolean {
  const time = text.length === 24 ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
