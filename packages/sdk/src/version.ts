/** Version of this package, as it appears in the `User-Agent` of its requests. */
export const VERSION = '0.1.0'
