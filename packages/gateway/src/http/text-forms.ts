/** How text in an address stands for a value that is no text, by JSON Schema type. */
export const TEXT_FORMS: Readonly<Partial<Record<string, RegExp>>> = {
  integer: /^-?(?:0|[1-9]\d{0,15})$/,
  number: /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/,
  boolean: /^(?:true|false)$/,
}
