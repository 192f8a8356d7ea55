import { obey } from '../serve.ts'

/** What a caller can do, given the address of the service. Each resolves to what it has read. */
export interface Works {
  get(baseUrl: string): Promise<unknown>
  walk(baseUrl: string): Promise<unknown>
}

export interface Order {
  work: keyof Works
  baseUrl: string
}

export interface Repetition extends Order {
  /** How many are under way at any time. */
  concurrency: number
  seconds: number
}

/** Does what the benchmark asks for, again and again. */
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
