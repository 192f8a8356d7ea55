/** The form of an identifier, in letters of either case: a ULID (Crockford base32) after a prefix, of which the last letter is enough to tell. */
const ID = /[a-z]_[0-9A-HJKMNP-TV-Z]{26}/i

/** Whether somebody may read an identifier of ours in a text for people, also in letters of another width, and between or beneath characters that nobody sees. */
export const showsId = (text: string): boolean =>
  ID.test(text.normalize('NFKC').replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, ''))
