/** Values for a member of a body. Most members refuse most of them. */
export const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  1,
  1.5,
  -1,
  1e300,
  '',
  'x',
  'x'.repeat(300),
  '\u0000',
  '\u202e',
  [],
  ['x'],
  [{}],
  {},
]
