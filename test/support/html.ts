import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'no-implicit-button-type': 'off',
    'no-trailing-whitespace': 'off',
    'require-csp-nonce': 'off',
    'require-sri': ['error', { target: 'crossorigin' }],
    'void-style': 'off',
    'doctype-style': 'off',
  },
})

/** Returns the faults that html-validate finds in a document, one per line. */
export async function htmlFaults(document: string): Promise<string[]> {
  const { results } = await validator.validateString(document)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${line}: ${message} (${ruleId})`),
  )
}
