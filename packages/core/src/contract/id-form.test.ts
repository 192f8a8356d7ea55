import { expect, test } from 'vitest'
import { showsId } from './id-form.ts'

const ID = 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'

test.each([
  ID,
  ID.toLowerCase(),
  `Ada (${ID})`,
  // Between its letters: characters that nobody sees.
  ...['\u200b', '\u00ad', '\ufe0f', '\u034f', '\u3164', '\u115f', '\u{e0100}'].map(
    (unseen) => `usr_01KAJQ7W5M${unseen}8XV2R4T6Y9B3D501`,
  ),
  // In letters of full width.
  Array.from(ID, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join(''),
])('an identifier is seen in %j', (text) => expect(showsId(text)).toBe(true))

test.each(['Ada', 'usr_1', 'Zoë 😀', 'snake_case_name', ID.slice(0, -1)])('none is seen in %j', (text) =>
  expect(showsId(text)).toBe(false),
)
