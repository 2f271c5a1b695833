import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { breathe } from '../digests/_bytes.ts'
import {
  hasIssued,
  readCertificate,
  readRequest,
  readRevocations,
  type Read,
  type Row,
} from './_certificate.ts'
import { loadX509 } from './_x509.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'

const READERS = { certificate: readCertificate, csr: readRequest, crl: readRevocations } as const

export default defineTool({
  route: 'POST /api/cert-parse',
  name: 'Certificate parse',
  description:
    'Read X.509 certificates, chains, signing requests (CSR) and revocation lists (CRL): ' +
    'names, validity, keys, usage and what is wrong with them.',
  asks: [
    'show the details of a PEM certificate file',
    'look inside an x509 certificate or signing request that I paste',
    'what is in this .crt file',
    'until when is my certificate good',
    'read a signing request',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    pem: text(200 * KB).describe(
      'PEM text, up to 200 KB and 50 blocks: certificates, leaf first, or requests, or ' +
        'revocation lists.',
    ),
  }),
  output: z.object({
    kind: z.enum(['certificate', 'csr', 'crl', 'chain']).describe('What the PEM text holds.'),
    certificates: z
      .array(
        z.object({
          subject: z.string().optional().describe('Distinguished name of its holder.'),
          issuer: z.string().optional().describe('Distinguished name of its issuer.'),
          serial: z.string().optional().describe('Serial number as hex.'),
          validFromIso: z.string().optional().describe('First moment of validity.'),
          validToIso: z
            .string()
            .optional()
            .describe('Last moment of validity; for a CRL, when the next one is due.'),
          altNames: z.array(z.string()).optional().describe('Names that the certificate is for.'),
          keyType: z.string().optional().describe('rsa, ec, ed25519 and so on.'),
          keyBits: z.int().optional().describe('Size of the key in bits; null if unknown.'),
          fingerprint256: z.string().describe('SHA-256 of the DER.'),
          isCa: z.boolean().optional().describe('Whether it may issue certificates.'),
          keyUsage: z.array(z.string()).optional().describe('Key usages, then extended ones.'),
        }),
      )
      .describe(
        'One per block, in the order given. A CSR has no issuer and validity, a CRL no key.',
      ),
    daysLeft: z
      .int()
      .optional()
      .describe('Whole days until the first of them expires; negative once it has.'),
    chainOrdered: z
      .boolean()
      .optional()
      .describe(
        'For a chain: whether each certificate was issued by the next, signature included.',
      ),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    {
      at: '2026-12-01T00:00:00Z',
      input: {
        pem: [
          '-----BEGIN CERTIFICATE-----',
          'MIIBmTCCAT+gAwIBAgIUfXtzlFkoY8X7n5liO2Kw54vl64AwCgYIKoZIzj0EAwIw',
          'FjEUMBIGA1UEAwwLZXhhbXBsZS5jb20wHhcNMjYxMTIwMjM1MjE2WhcNMzYxMTE3',
          'MjM1MjE2WjAWMRQwEgYDVQQDDAtleGFtcGxlLmNvbTBZMBMGByqGSM49AgEGCCqG',
          'SM49AwEHA0IABBFEUM8+TKpgDeGr3uwpJ+3zco6KmHydAVwFCqBLeJdvtTve5ZnR',
          'GyiRe/s1HqmIbWre84QV1NtzBn3CE9iK7iqjazBpMB0GA1UdDgQWBBT/Rvwboxhp',
          'mS7c7lNByqXItY2r4TAfBgNVHSMEGDAWgBT/RvwboxhpmS7c7lNByqXItY2r4TAP',
          'BgNVHRMBAf8EBTADAQH/MBYGA1UdEQQPMA2CC2V4YW1wbGUuY29tMAoGCCqGSM49',
          'BAMCA0gAMEUCIQCac0SeFStbEhCpyUdWGh7Y8+hSweAqu4YSlsiiCRUpUgIgT6ab',
          'lYE/+NCvs9y8Sro7vJfjoEuzUI5ApzmH5ISmyuU=',
          '-----END CERTIFICATE-----',
        ].join('\n'),
      },
      output: {
        kind: 'certificate',
        certificates: [
          {
            subject: 'CN=example.com',
            issuer: 'CN=example.com',
            serial: '7d7b7394592863c5fb9f99623b62b0e78be5eb80',
            validFromIso: '2026-11-20T23:52:16.000Z',
            validToIso: '2036-11-17T23:52:16.000Z',
            altNames: ['example.com'],
            keyType: 'ec',
            keyBits: 256,
            fingerprint256:
              '2D:EA:2B:2D:79:D3:82:1C:F6:E2:6D:41:9D:D2:E9:95:38:22:8F:4C:CD:1F:74:9C:39:9B:B9:F1:25:0C:40:57',
            isCa: true,
            keyUsage: [],
          },
        ],
        daysLeft: 3639,
        problems: ['block 1: is self-signed, so only clients that installed it trust it.'],
      },
    },
  ],

  async run({ pem }, context) {
    const { kind, blocks, ignored } = blocksOf(pem)
    const x509 = await loadX509()
    const reads: Read[] = []
    for (const [at, block] of blocks.entries()) {
      reads.push(await readBlock(at, () => READERS[kind](x509, block)))
      await breathe()
    }
    const links = await linksOf(reads)
    const rows = reads.map(({ row }) => row)
    return {
      kind: links.length > 0 ? 'chain' : kind,
      certificates: rows,
      ...daysLeft(rows, context.now()),
      ...(links.length > 0 ? { chainOrdered: links.every(Boolean) } : {}),
      problems: [
        ...ignored,
        ...reads.flatMap((read, at) => blockProblems(read, at, context.now())),
        ...links.flatMap((held, at) =>
          held ? [] : [`block ${at + 1}: was not issued by block ${at + 2}.`],
        ),
        ...selfSigned(reads),
      ],
    }
  },
})

async function readBlock(at: number, read: () => Read | Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch {
    throw badInput(`pem: block ${at + 1} is damaged, or not what its first line says.`)
  }
}

/** For every certificate but the last, whether the next one issued it. */
async function linksOf(reads: readonly Read[]): Promise<boolean[]> {
  const links: boolean[] = []
  for (const [at, { certificate }] of reads.slice(0, -1).entries()) {
    const issuer = reads[at + 1]?.certificate
    if (certificate && issuer) links.push(hasIssued(issuer, certificate))
    await breathe()
  }
  return links
}

function daysLeft(rows: readonly Row[], nowMs: number): { daysLeft?: number } {
  const ends = rows.flatMap(({ validToIso }) => (validToIso ? [Date.parse(validToIso)] : []))
  return ends.length > 0 ? { daysLeft: Math.floor((Math.min(...ends) - nowMs) / DAY_MS) } : {}
}

function blockProblems({ row, problems }: Read, at: number, nowMs: number): string[] {
  const { validFromIso, validToIso } = row
  return [
    ...(validToIso && Date.parse(validToIso) < nowMs ? [`expired at ${validToIso}`] : []),
    ...(validFromIso && Date.parse(validFromIso) > nowMs
      ? [`is not valid before ${validFromIso}`]
      : []),
    ...(at > 0 && row.isCa === false && row.issuer
      ? ['is not a CA, so it must not issue certificates']
      : []),
    ...problems,
  ].map((problem) => `block ${at + 1}: ${problem}.`)
}

function selfSigned([first]: readonly Read[]): string[] {
  const certificate = first?.certificate
  return certificate && hasIssued(certificate, certificate)
    ? ['block 1: is self-signed, so only clients that installed it trust it.']
    : []
}

const BLOCKS_MAX = 50
const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*)-----END \1-----/g

type Kind = 'certificate' | 'csr' | 'crl'

const LABELS: Readonly<Record<string, Kind>> = {
  CERTIFICATE: 'certificate',
  'X509 CERTIFICATE': 'certificate',
  'CERTIFICATE REQUEST': 'csr',
  'NEW CERTIFICATE REQUEST': 'csr',
  'X509 CRL': 'crl',
}

interface Blocks {
  readonly kind: Kind
  readonly blocks: readonly Buffer[]
  /** Other blocks that were found and ignored. */
  readonly ignored: readonly string[]
}

function blocksOf(given: string): Blocks {
  const pem = given.includes('\n') ? given : given.replaceAll(String.raw`\n`, '\n')
  const found = [...pem.matchAll(BLOCK)].map(([, label = '', body = '']) => ({ label, body }))
  const known = found.filter(({ label }) => LABELS[label])
  const [kind, ...others] = new Set(known.map(({ label }) => LABELS[label]!))
  if (!kind) throw badInput('pem: must hold a block such as -----BEGIN CERTIFICATE-----.')
  if (others.length > 0) {
    throw badInput(
      'pem: must hold certificates, requests or revocation lists, but not a mix of them.',
    )
  }
  if (known.length > BLOCKS_MAX) throw badInput(`pem: must hold at most ${BLOCKS_MAX} blocks.`)
  const rest = new Set(found.map(({ label }) => label).filter((label) => !LABELS[label]))
  return {
    kind,
    blocks: known.map(({ body }) => bytesOfBase64('pem', body)),
    ignored: [...rest]
      .slice(0, 5)
      .map((label) =>
        label.endsWith('PRIVATE KEY')
          ? 'pem: holds a private key, which should not leave its machine.'
          : `pem: holds a block ${label}, which was ignored.`,
      ),
  }
}
