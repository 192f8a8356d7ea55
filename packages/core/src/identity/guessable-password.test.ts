import { expect, test } from 'vitest'
import { guessableFault } from './guessable-password.ts'

const service = 'Roster'
const ada = { name: 'Ada Lovelace', email: 'ada.byron@example.com', service }
const codeOf = (password: string) => guessableFault(password, ada)?.[0]

test.each([
  'aaaaaaaaaaaa',
  'aaaaaaaaaaa1',
  '1aaaaaaaaaaa',
  '2026aaaaaaaaaa!!',
  '😀'.repeat(12),
  'ö'.repeat(128),
  'abcabcabcabc',
  'abcabcabcabcab',
  'swordfishswordfish',
  'SwordfishSWORDFISH!',
  'swordfish swordfish swordfish ',
  'rosterroster',
  'password password',
  'Swordfish - swordfish!',
  '2026 swordfish, swordfish',
])('%s is a repetition', (password) => expect(codeOf(password)).toBe('repeated'))

test.each([
  'ada.byron@example.com',
  'ada.byron@example.com1',
  'ADA.BYRON@example.com!2026',
  'ada.byron1234',
  'adabyronqzmvkwp',
  'Ada Lovelace 1',
  'adalovelace2026',
  'Lovelace1815',
  'Ádá Lövelace',
  'Roster2026!!',
  'my roster 2026',
  'AdaOfRoster1',
])('%s is what is known of its user, with little more', (password) => expect(codeOf(password)).toBe('personal'))

test.each([
  'correct horse battery staple',
  'Ada likes 12 analytical engines',
  'roster of seven wild swans',
  'llamas-jump7',
  'aa bb cc dd ee',
  'the cat and the dog',
  'sun and sun of old',
  '😀😃😄😁😆😅🤣😂🙂🙃🫠😉',
  '!@#$%^&*()_+',
])('%s is neither', (password) => expect(codeOf(password)).toBeUndefined())

test('names that are short or no words say nothing of a password', () => {
  for (const name of ['A', 'Li', '李', '…'])
    expect(guessableFault('a liability a day', { name, email: 'a@b.io', service })).toBeUndefined()
})
