/** What the service decides of who is added. */
export const joined = { status: 'active' } as const

/** The same for the mock, which cannot tell it from the contract. */
export const rules = { 'members.create': () => joined }
