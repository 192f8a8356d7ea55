/** Forms in which text in a URL stands for a number or a boolean, by JSON Schema type. */
export const TEXT_FORMS: Readonly<Partial<Record<string, RegExp>>> = {
  integer: /^-?(?:0|[1-9]\d{0,15})$/,
  number: /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/,
  boolean: /^(?:true|false)$/,
}
