import { badInput } from '../../../core/fault.ts'
import { bytesOfBase64 } from '../../../lib/bytes.ts'

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

export interface Blocks {
  readonly kind: Kind
  readonly blocks: readonly Buffer[]
  /** What was found beside, and left alone. */
  readonly ignored: readonly string[]
}

export function blocksOf(given: string): Blocks {
  const pem = given.includes('\n') ? given : given.replaceAll(String.raw`\n`, '\n')
  const found = [...pem.matchAll(BLOCK)].map(([, label = '', body = '']) => ({ label, body }))
  const known = found.filter(({ label }) => LABELS[label])
  const [kind, ...others] = new Set(known.map(({ label }) => LABELS[label]!))
  if (!kind) throw badInput('pem: must hold a block such as -----BEGIN CERTIFICATE-----.')
  if (others.length > 0) {
    throw badInput('pem: must hold certificates, requests or revocation lists, and no mix of them.')
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
