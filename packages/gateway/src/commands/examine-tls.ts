import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { fault, type Finding, fine, type Patient, warning } from './finding.ts'

const DAY = 24 * 60 * 60 * 1_000

/** Number of days before the end of a certificate from which on there is a warning. */
const NOTICE = 14

/** Checks the certificate, if this service has one of its own. */
export function examineTls({ settings }: Patient): Finding[] {
  const { TLS_CERT, PUBLIC_URL, TRUST_PROXY } = settings
  if (TLS_CERT === undefined) return []
  const certificate = new X509Certificate(readFileSync(TLS_CERT))
  const host = PUBLIC_URL && hostIn(PUBLIC_URL)
  if (!host || isFor(certificate, host)) return [lifeOf(certificate)]
  const text = `The certificate does not name ${host}, the host of the public address.`
  // Behind a proxy, callers see the certificate of the proxy.
  return [lifeOf(certificate), TRUST_PROXY ? warning(text) : fault(text)]
}

function lifeOf({ validFrom, validTo }: X509Certificate): Finding {
  if (Date.parse(validFrom) > Date.now())
    return fault(`The certificate is not valid before ${validFrom}. Check the clock, or use it later.`)
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY)
  if (days < 0) return fault(`The certificate has been over since ${validTo}. Renew it.`)
  if (days < NOTICE) return warning(`The certificate ends in ${days} days, on ${validTo}. Renew it.`)
  return fine(`The certificate is good until ${validTo}.`)
}

/** Returns the host of a URL; for an IPv6 address, without the brackets. */
const hostIn = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

const isFor = (certificate: X509Certificate, host: string) =>
  (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined
