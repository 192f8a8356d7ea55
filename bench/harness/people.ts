/** Number of users that every server has. */
export const COUNT = 10_000

const START = Date.parse('2026-01-01T00:00:00.000Z')

export interface Person {
  id: string
  name: string
  email: string
  role: 'admin' | 'viewer'
  status: 'active'
  version: number
  created_at: string
  updated_at: string
}

/** The users that every server has. They are the same in every run. */
export const people: readonly Person[] = Array.from({ length: COUNT }, (_, index) => {
  const created = new Date(START + index * 1_000).toISOString()
  return {
    id: `usr_${String(index).padStart(26, '0')}`,
    name: `Person ${index}`,
    email: `person-${index}@example.com`,
    role: 'viewer',
    status: 'active',
    version: 1,
    created_at: created,
    updated_at: created,
  }
})
