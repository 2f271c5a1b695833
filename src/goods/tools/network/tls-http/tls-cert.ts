import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { tls } from '../../../../outside/net/tls.ts'
import { ALL_CIPHERS } from './_ciphers.ts'
import { hostName, port } from './_host.ts'
import { X509Certificate } from 'node:crypto'
import { keyFacts } from '../../../../base/lib/public-key.ts'

const Link = z.object({
  subject: z.string().describe('Distinguished name of its holder.'),
  issuer: z.string().describe('Distinguished name of its issuer.'),
  validToIso: z.iso.datetime().describe('Last moment of validity.'),
  fingerprint256: z.string().describe('SHA-256 of the certificate.'),
})

export default defineTool({
  route: 'GET /api/tls-cert',
  name: 'TLS certificate',
  description:
    'The certificate that a host presents now: names, issuer, expiry, key, chain and whether it ' +
    'is trusted.',
  asks: [
    'check the SSL certificate of a website',
    'days until the https certificate of a site expires',
    'when does the HTTPS certificate run out',
    'browser says not secure',
    'padlock of a site',
  ],
  price: '$0.002',
  uses: { tls },
  input: z.object({
    host: hostName().describe('Host name or public address, such as example.com.'),
    port: port(),
  }),
  output: z.object({
    host: z.string().describe('The host that was asked.'),
    port: z.int().describe('Port that was asked.'),
    subject: z
      .string()
      .describe(
        'Distinguished name of the holder; empty if the certificate has only alternative names.',
      ),
    issuer: z.string().describe('Distinguished name of its issuer.'),
    validFromIso: z.iso.datetime().describe('First moment of validity.'),
    validToIso: z.iso.datetime().describe('Last moment of validity.'),
    daysLeft: z.int().describe('Whole days until it expires; negative once it has.'),
    altNames: z.array(z.string()).describe('Names that the certificate is for.'),
    keyType: z.string().describe('rsa, ec, ed25519 and so on.'),
    keyBits: z.int().nullable().describe('Size of the key in bits; null if unknown.'),
    fingerprint256: z.string().describe('SHA-256 of the certificate.'),
    chain: z.array(Link).describe('From the certificate of the host upwards.'),
    trusted: z.boolean().describe('Whether a client with the usual roots would trust it.'),
    distrust: z.string().optional().describe('Why such a client would not trust it.'),
    protocol: z.string().describe('Negotiated version, such as TLSv1.3.'),
  }),
  examples: [{ input: { host: 'example.com' } }],

  async run({ host, port }, { tls, now }) {
    const usual = await tls.handshake(host, port)
    // A key or version that current clients refuse must still be shown.
    const shaken = usual ?? (await tls.handshake(host, port, UNDEMANDING))
    if (!shaken) throw notFound(`${host} does not speak TLS on port ${port}.`)
    const chain = shaken.chain.flatMap((der) => certificateFacts(der) ?? [])
    const [own] = chain
    if (!own) throw notFound(`${host} shows no certificate on port ${port}.`)
    const { distrust } = usual ?? { distrust: TOO_WEAK }
    return {
      host,
      port,
      ...own,
      daysLeft: Math.floor((Date.parse(own.validToIso) - now()) / DAY_MS),
      chain: chain.map(({ subject, issuer, validToIso, fingerprint256 }) => ({
        subject,
        issuer,
        validToIso,
        fingerprint256,
      })),
      trusted: distrust === null,
      ...(distrust === null ? {} : { distrust: reasonOf(distrust) }),
      protocol: shaken.protocol,
    }
  },
})

const UNDEMANDING = { minVersion: 'TLSv1', ciphers: ALL_CIPHERS } as const
const TOO_WEAK = 'TOO_WEAK'

const REASONS: Readonly<Record<string, string>> = {
  [TOO_WEAK]: 'The key, the cipher or the version is too weak for current clients.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by its own key.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The chain ends in an unknown root.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The chain is incomplete, or its issuer is unknown.',
  UNABLE_TO_GET_ISSUER_CERT: 'The chain is incomplete.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The chain is incomplete, or its root is unknown.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for other names.',
  // Weak keys and digests, for which OpenSSL has no error code of its own in Node.
  UNSPECIFIED: 'A key or a signature in the chain is too weak.',
  CERT_REVOKED: 'The certificate is revoked.',
}

const reasonOf = (code: string): string => REASONS[code] ?? `It is refused: ${code}.`

/** The facts of a certificate, for people. */
interface CertificateFacts {
  readonly subject: string
  readonly issuer: string
  readonly validFromIso: string
  readonly validToIso: string
  readonly altNames: readonly string[]
  readonly keyType: string
  readonly keyBits: number | null
  readonly fingerprint256: string
}

/** Null if it is not a certificate. */
function certificateFacts(der: Buffer): CertificateFacts | null {
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

/** OpenSSL puts each part on its own line, and leaves out an empty subject. */
const oneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ')

/** Parses `DNS:a.example, IP Address:1.2.3.4`; names with odd characters are in quotes. */
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

/** A key may be of a kind that this OpenSSL does not know. */
function keyOf(certificate: X509Certificate): ReturnType<typeof keyFacts> {
  try {
    return keyFacts(certificate.publicKey)
  } catch {
    return keyFacts()
  }
}
