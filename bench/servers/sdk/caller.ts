import { obey } from '../serve.ts'

/** The works of a caller, given the URL of the service. Each resolves to the data that it has read. */
export interface Works {
  get(baseUrl: string): Promise<unknown>
  walk(baseUrl: string): Promise<unknown>
}

export interface Order {
  work: keyof Works
  baseUrl: string
}

export interface Repetition extends Order {
  /** Number of concurrent works. */
  concurrency: number
  seconds: number
}

/** Runs works at the benchmark's command, once or repeatedly. */
export function serveCalls(works: Works): void {
  obey(0, {
    once: ({ work, baseUrl }: Order) => works[work](baseUrl),
    async repeat({ work, baseUrl, concurrency, seconds }: Repetition) {
      const start = performance.now()
      const end = start + seconds * 1_000
      let count = 0
      const loop = async () => {
        for (; performance.now() < end; count++) await works[work](baseUrl)
      }
      await Promise.all(Array.from({ length: concurrency }, loop))
      return { count, seconds: (performance.now() - start) / 1_000 }
    },
  })
}
