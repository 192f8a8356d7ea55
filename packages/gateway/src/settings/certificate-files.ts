import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { z } from 'zod'

/** A file that something of TLS is made from; `make` throws where nothing is. */
const pemFile = (make: (pem: Buffer) => unknown) =>
  z.string().refine((path) => succeeds(() => make(readFileSync(path))))

/** A certificate and its chain. */
export const certificateFile = pemFile((cert) => createSecureContext({ cert }))

/** A private key, without a passphrase. */
export const keyFile = pemFile((key) => createSecureContext({ key }))

/** Certificates of authorities. */
export const authoritiesFile = pemFile(certificatesIn)

/** The certificates of a file, of which TLS would pass over those that it cannot read. Throws where there is none, or one is not whole. */
export function certificatesIn(pem: Buffer): X509Certificate[] {
  const certificates = pem.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g)
  return certificates!.map((certificate) => new X509Certificate(certificate))
}

/** Whether a key is that of a certificate, by their files, of which each is right by itself. */
export const isKeyOf = (key: string, certificate: string): boolean =>
  succeeds(() => createSecureContext({ cert: readFileSync(certificate), key: readFileSync(key) }))

function succeeds(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch {
    return false
  }
}
