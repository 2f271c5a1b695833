import { X509Certificate } from 'node:crypto'
import { keyFacts } from '../../../lib/public-key.ts'

/** What a certificate says, for people. */
export interface CertificateFacts {
  readonly subject: string
  readonly issuer: string
  readonly validFromIso: string
  readonly validToIso: string
  readonly altNames: readonly string[]
  readonly keyType: string
  readonly keyBits: number | null
  readonly fingerprint256: string
}

/** Null for what is no certificate. */
export function certificateFacts(der: Buffer): CertificateFacts | null {
  try {
    const certificate = new X509Certificate(der)
    return {
      subject: oneLine(certificate.subject),
      issuer: oneLine(certificate.issuer),
      validFromIso: certificate.validFromDate.toISOString(),
      validToIso: certificate.validToDate.toISOString(),
      altNames: namesOf(certificate.subjectAltName ?? ''),
      ...keyOf(certificate),
      fingerprint256: certificate.fingerprint256,
    }
  } catch {
    return null
  }
}

/** OpenSSL gives each part a line of its own, and leaves an empty subject out. */
const oneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ')

/** `DNS:a.example, IP Address:1.2.3.4`, names with odd characters in quotes. */
function namesOf(text: string): string[] {
  const found = text.matchAll(/(?:^|, )(?:DNS|IP Address|URI|email):("(?:[^"\\]|\\.)*"|[^,]*)/g)
  return Array.from(found, ([, name = '']) => (name.startsWith('"') ? unquoted(name) : name))
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/** Keys of kinds that this OpenSSL does not know are possible. */
function keyOf(certificate: X509Certificate): ReturnType<typeof keyFacts> {
  try {
    return keyFacts(certificate.publicKey)
  } catch {
    return keyFacts()
  }
}
