/**
 * Returns the `Content-Disposition` of a file to be saved under a name (RFC 6266). A name with characters that quoted ASCII cannot hold is also given
 * in full as `filename*` (RFC 8187).
 */
export function saveAs(name: string): string {
  const plain = name.replaceAll(/[^ !#-[\]-~]/gu, '_')
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded(name)}`}`
}

/** Returns a text with each character outside `attr-char` percent-encoded. */
const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
