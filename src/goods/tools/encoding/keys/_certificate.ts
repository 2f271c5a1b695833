import {
  createHash,
  createPublicKey,
  X509Certificate as NodeCertificate,
  type KeyObject,
} from 'node:crypto'
import type { Extension, X509Certificate } from '@peculiar/x509'
import { keyFacts } from '../../../../base/lib/public-key.ts'
import type { loadX509 } from './_x509.ts'

type X509 = Awaited<ReturnType<typeof loadX509>>

/** The content of a PEM block; a request has no issuer and no validity, and a CRL has no key. */
export interface Row {
  readonly subject?: string
  readonly issuer?: string
  readonly serial?: string
  readonly validFromIso?: string
  readonly validToIso?: string
  readonly altNames?: readonly string[]
  readonly keyType?: string
  readonly keyBits?: number
  readonly fingerprint256: string
  readonly isCa?: boolean
  readonly keyUsage?: readonly string[]
}

export interface Read {
  readonly row: Row
  /** Weak points that the block itself shows, at any time. */
  readonly problems: readonly string[]
  readonly certificate?: X509Certificate
}

const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
]

const RSA_BITS_MIN = 2048

export function readCertificate(x509: X509, der: Buffer): Read {
  const certificate = new x509.X509Certificate(der)
  const key = keyOf(certificate.publicKey.rawData)
  const named = extensionFields(x509, certificate.extensions)
  const row = {
    subject: certificate.subject,
    issuer: certificate.issuer,
    serial: certificate.serialNumber.replace(/^(00)+(?=..)/, ''),
    validFromIso: certificate.notBefore.toISOString(),
    validToIso: certificate.notAfter.toISOString(),
    ...keyFields(key),
    ...named,
    fingerprint256: fingerprintOf(der),
  }
  const problems = [
    ...weaknesses(key, certificate.signatureAlgorithm),
    ...(named.isCa || named.altNames.length > 0
      ? []
      : ['has no subjectAltName, which TLS clients need']),
  ]
  return { row, problems, certificate }
}

export async function readRequest(x509: X509, der: Buffer): Promise<Read> {
  const request = new x509.Pkcs10CertificateRequest(der)
  const key = keyOf(request.publicKey.rawData)
  const row = {
    subject: request.subject,
    ...keyFields(key),
    ...extensionFields(x509, request.extensions),
    fingerprint256: fingerprintOf(der),
  }
  const proven = await request.verify().catch(() => undefined)
  const problems = [
    ...weaknesses(key, request.signatureAlgorithm),
    ...(proven === false ? ['is not signed by the key that it holds'] : []),
    ...(proven === undefined ? ['has a signature that cannot be checked'] : []),
  ]
  return { row, problems }
}

export function readRevocations(x509: X509, der: Buffer): Read {
  const list = new x509.X509Crl(der)
  const row = {
    issuer: list.issuer,
    validFromIso: list.thisUpdate.toISOString(),
    ...(list.nextUpdate ? { validToIso: list.nextUpdate.toISOString() } : {}),
    fingerprint256: fingerprintOf(der),
  }
  return { row, problems: weaknesses(undefined, list.signatureAlgorithm) }
}

/** Checked by name, by key identifiers and by signature. */
export function hasIssued(issuer: X509Certificate, issued: X509Certificate): boolean {
  try {
    const [above, below] = [issuer, issued].map(
      ({ rawData }) => new NodeCertificate(Buffer.from(rawData)),
    )
    return below!.checkIssued(above!) && below!.verify(above!.publicKey)
  } catch {
    return false
  }
}

function extensionFields(x509: X509, extensions: readonly Extension[]) {
  const { BasicConstraintsExtension: Basic, SubjectAlternativeNameExtension: Names } = x509
  const { KeyUsagesExtension: Usages, ExtendedKeyUsageExtension: Extended } = x509
  const find = <T extends Extension>(kind: new (...raw: never[]) => T) =>
    extensions.find((extension): extension is T => extension instanceof kind)
  const flags: number = find(Usages)?.usages ?? 0
  const purposes = Object.entries<string>(x509.ExtendedKeyUsage)
  const nameOf = (oid: string) => purposes.find(([, known]) => known === oid)?.[0] ?? oid
  return {
    altNames: find(Names)?.names.items.map(({ value }) => value) ?? [],
    isCa: find(Basic)?.ca ?? false,
    keyUsage: [
      ...KEY_USAGES.filter((_name, bit) => flags & (1 << bit)),
      ...(find(Extended)?.usages.map((oid) => nameOf(String(oid))) ?? []),
    ],
  }
}

function keyOf(spki: ArrayBuffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

function keyFields(key: KeyObject | undefined): { keyType: string; keyBits?: number } {
  const { keyType, keyBits } = keyFacts(key)
  return { keyType, ...(keyBits === null ? {} : { keyBits }) }
}

function weaknesses(key: KeyObject | undefined, signature: object): string[] {
  const { hash } = signature as { readonly hash?: { readonly name?: string } }
  const { keyType, keyBits = RSA_BITS_MIN } = keyFields(key)
  return [
    ...(/^(rsa|dsa)/.test(keyType) && keyBits < RSA_BITS_MIN
      ? [`has a weak key of ${keyBits} bits`]
      : []),
    ...(/^(SHA-1|MD5)$/i.test(hash?.name ?? '')
      ? [`is signed with ${hash?.name}, which is broken`]
      : []),
  ]
}

/** In the form of Node and browsers. */
const fingerprintOf = (der: Buffer): string =>
  createHash('sha256').update(der).digest('hex').toUpperCase().match(/../g)!.join(':')
