import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fault, type Finding, fine, type Patient, warning } from './finding.ts'

const DAY = 24 * 60 * 60 * 1_000

/** How long before its end people should know of it, in days. */
const NOTICE = 14

/** Looks at the certificate, where this service has one of its own. */
export function examineTls({ settings }: Patient): Finding[] {
  const { TLS_CERT, PUBLIC_URL } = settings
  if (TLS_CERT === undefined) return []
  const certificate = new X509Certificate(readFileSync(TLS_CERT))
  return [lifeOf(certificate), ...(PUBLIC_URL === undefined ? [] : nameIn(certificate, new URL(PUBLIC_URL).hostname))]
}

function lifeOf({ validTo }: X509Certificate): Finding {
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY)
  if (days < 0) return fault(`The certificate has been over since ${validTo}. Renew it.`)
  if (days < NOTICE) return warning(`The certificate ends in ${days} days, on ${validTo}. Renew it.`)
  return fine(`The certificate is good until ${validTo}.`)
}

function nameIn(certificate: X509Certificate, host: string): Finding[] {
  return certificate.checkHost(host)
    ? []
    : [fault(`The certificate does not name ${host}, the host of the public address.`)]
}
