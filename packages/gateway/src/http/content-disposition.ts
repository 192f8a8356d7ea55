/**
 * `Content-Disposition` of a file that is to be saved under a name (RFC 6266). A name that has anything but what quotes hold of ASCII is given
 * whole beside (RFC 8187).
 */
export function saveAs(name: string): string {
  const plain = name.replaceAll(/[^ !#-[\]-~]/gu, '_')
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded(name)}`}`
}

/** A text with a percent-encoding of each character that is not in `attr-char`. */
const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
