import { generateKeyPairSync, webcrypto } from 'node:crypto'
import type { X509Certificate } from '@peculiar/x509'

type CryptoKeyPair = webcrypto.CryptoKeyPair
type X509 = typeof import('@peculiar/x509')

/** The library asks for the metadata of Reflect as soon as it is loaded. */
async function loadX509(): Promise<X509> {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}

/** What a server shows: PEM, the chain after the certificate of the host. */
export interface Identity {
  readonly key: string
  readonly cert: string
}

interface CertificateRequest {
  readonly names: readonly string[]
  /** Days from now. */
  readonly from?: number
  readonly to?: number
  /** `self`: signed by its own key. `stranger`: by somebody whom nobody trusts. */
  readonly by?: 'authority' | 'self' | 'stranger'
  readonly key?: 'ec' | 'rsa-1024'
}

const DAY_MS = 86_400_000
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

interface Authority {
  readonly certificate: X509Certificate
  readonly keys: CryptoKeyPair
}

export interface Notary {
  /** PEM of the one that is trusted. */
  readonly ca: string
  issue(wanted: CertificateRequest): Promise<Identity>
}

/** Makes certificates, sound and unsound, by an authority of its own. */
export async function createNotary(): Promise<Notary> {
  const x509 = await loadX509()
  const authority = await createAuthority(x509, 'Stand-in Authority')
  const stranger = await createAuthority(x509, 'Nobody')
  return {
    ca: authority.certificate.toString('pem'),
    async issue({ names, from = -1, to = 90, by = 'authority', key = 'ec' }) {
      const keys = await keysOf(key)
      const issuer = by === 'stranger' ? stranger : authority
      const subject = `CN=${names[0]}`
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: webcrypto.getRandomValues(Buffer.alloc(8)).toString('hex').replace(/^./, '1'),
        subject,
        issuer: by === 'self' ? subject : issuer.certificate.subject,
        notBefore: new Date(Date.now() + from * DAY_MS),
        notAfter: new Date(Date.now() + to * DAY_MS),
        signingAlgorithm: by === 'self' && key !== 'ec' ? RSA : EC,
        publicKey: keys.publicKey,
        signingKey: by === 'self' ? keys.privateKey : issuer.keys.privateKey,
        extensions: [
          new x509.SubjectAlternativeNameExtension(
            names.map((value) => ({ type: 'dns' as const, value })),
          ),
        ],
      })
      const chain = by === 'self' ? [certificate] : [certificate, issuer.certificate]
      return {
        key: await pemOf(keys.privateKey),
        cert: chain.map((one) => one.toString('pem')).join('\n'),
      }
    },
  }
}

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

async function keysOf(kind: 'ec' | 'rsa-1024'): Promise<CryptoKeyPair> {
  if (kind === 'ec') return webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])
  const pair = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const der = (key: typeof pair.publicKey, type: 'spki' | 'pkcs8') =>
    key.export({ format: 'der', type } as never) as unknown as Buffer
  return {
    publicKey: await webcrypto.subtle.importKey('spki', der(pair.publicKey, 'spki'), RSA, true, [
      'verify',
    ]),
    privateKey: await webcrypto.subtle.importKey(
      'pkcs8',
      der(pair.privateKey, 'pkcs8'),
      RSA,
      true,
      ['sign'],
    ),
  }
}

async function createAuthority(x509: X509, name: string): Promise<Authority> {
  const keys = await keysOf('ec')
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - 100 * DAY_MS),
    notAfter: new Date(Date.now() + 1_000 * DAY_MS),
    signingAlgorithm: EC,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  return { certificate, keys }
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`
}
