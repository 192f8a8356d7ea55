/** Pattern of an identifier in letters of either case: the last letter of a prefix, and a ULID (Crockford base32). */
const ID = /[a-z]_[0-9A-HJKMNP-TV-Z]{26}/i

/** Whether a text for people shows an identifier in the core's form, also in full-width letters, or with invisible characters in it. */
export const showsId = (text: string): boolean =>
  ID.test(text.normalize('NFKC').replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, ''))
