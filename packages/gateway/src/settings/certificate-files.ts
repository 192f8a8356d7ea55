import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { z } from 'zod'

/** The path of a PEM file. `make` throws for a file that cannot be used. */
const pemFile = (make: (pem: Buffer) => unknown) =>
  z.string().refine((path) => succeeds(() => make(readFileSync(path))))

/** A certificate and its chain. */
export const certificateFile = pemFile((cert) => createSecureContext({ cert }))

/** A private key, without a passphrase. */
export const keyFile = pemFile((key) => createSecureContext({ key }))

/** Certificates of authorities. */
export const authoritiesFile = pemFile(certificatesIn)

/** Returns the certificates of a file. Throws when there is none, or one is incomplete; TLS would skip those that it cannot read. */
export function certificatesIn(pem: Buffer): X509Certificate[] {
  const certificates = pem.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g)
  return certificates!.map((certificate) => new X509Certificate(certificate))
}

/** Whether a key file belongs to a certificate file. Both files are valid by themselves. */
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
