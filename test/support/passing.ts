import { onTestFinished, vi } from 'vitest'

/** Returns a function that lets milliseconds pass for this process alone, by `performance.now()`, until the test ends. */
export function passing(): (time: number) => void {
  let passed = 0
  const now = performance.now.bind(performance)
  const spied = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  onTestFinished(() => spied.mockRestore())
  return (time) => void (passed += time)
}
