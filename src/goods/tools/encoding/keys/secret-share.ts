import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { combine, split } from 'shamir-secret-sharing'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { bytesOfBase64, utf8Of } from '../../../../base/lib/bytes.ts'

const SECRET_MAX = 4 * KB
const SHARE_MAX = 8 * KB
const KEY_BYTES = 32
const TAG_BYTES = 16
/** Each key encrypts one secret, so its iv never has to differ. */
const IV = Buffer.alloc(12)

export default defineTool({
  route: 'POST /api/secret-share',
  name: 'Secret share',
  description:
    'Split a secret, such as a private key, into shares for several people so that any few of ' +
    'them rebuild it and fewer tell nothing (Shamir), and rebuild it.',
  asks: [
    'break a password into parts for several trustees',
    'recover a secret from its shares',
    'split the master key among directors',
    'several people must come together to open it',
    'Shamir',
    'back-up of a private key in parts',
  ],
  price: '$0.001',
  uses: {},
  secret: true,
  input: z.object({
    mode: z.enum(['split', 'combine']).describe('split makes shares, combine puts them together.'),
    secret: text(SECRET_MAX)
      .min(1)
      .optional()
      .describe('split: the secret, up to 4096 bytes of UTF-8.'),
    shares: z
      .array(z.string().max(SHARE_MAX))
      .max(255)
      .optional()
      .describe('combine: at least as many shares as the threshold, up to 255.'),
    total: z.int().min(2).max(255).default(5).describe('split: number of shares, 2 to 255.'),
    threshold: z
      .int()
      .min(2)
      .max(255)
      .default(3)
      .describe('split: number of shares that rebuild the secret, 2 to `total`.'),
  }),
  output: z.object({
    shares: z
      .array(z.string())
      .optional()
      .describe(
        'v1.threshold.share.sealed, base64url: a share of a random AES-256-GCM key, and the ' +
          'secret encrypted with that key.',
      ),
    secret: z.string().optional().describe('The rebuilt secret.'),
    threshold: z.int().describe('Number of shares that rebuild the secret.'),
  }),
  examples: [{ input: { mode: 'split', secret: 'launch code', total: 3, threshold: 2 } }],

  async run({ mode, secret, shares, total, threshold }) {
    if (mode === 'combine') return combined(shares ?? [])
    if (secret === undefined) throw badInput('secret: is required to split.')
    if (threshold > total) throw badInput(`threshold: must be at most total, ${total}.`)
    const key = randomBytes(KEY_BYTES)
    const sealed = seal(key, threshold, secret)
    const keyShares = await split(new Uint8Array(key), total, threshold)
    return {
      shares: keyShares.map(
        (share) => `v1.${threshold}.${Buffer.from(share).toString('base64url')}.${sealed}`,
      ),
      threshold,
    }
  },
})

interface Share {
  readonly threshold: number
  readonly keyShare: Buffer
  readonly sealed: string
}

/**
 * The encrypted secret reveals wrong shares, and its length does not change the cost of the shares.
 */
async function combined(texts: readonly string[]) {
  const shares = texts.map(parseShare)
  const [first] = shares
  if (!first) throw badInput('shares: are required to combine.')
  const { threshold, sealed } = first
  if (shares.some((share) => share.threshold !== threshold || share.sealed !== sealed)) {
    throw badInput('shares: must all be of the same secret.')
  }
  const distinct = new Map(shares.map((share) => [share.keyShare.at(-1), share.keyShare]))
  if (distinct.size < threshold) {
    throw badInput(
      `shares: must be at least ${threshold} different ones, but there are ${distinct.size}.`,
    )
  }
  const key = await combine([...distinct.values()].map((share) => new Uint8Array(share)))
  const secret = unseal(key, threshold, sealed)
  if (secret === undefined)
    throw badInput('shares: must be unchanged, but one of them was changed.')
  return { secret, threshold }
}

function parseShare(text: string, at: number): Share {
  const [version, threshold, share, sealed, ...rest] = text.trim().split('.')
  const keyShare = bytesOfBase64(`shares.${at}`, share ?? '')
  const isSound =
    version === 'v1' &&
    /^\d{1,3}$/.test(threshold ?? '') &&
    sealed !== undefined &&
    rest.length === 0 &&
    keyShare.length === KEY_BYTES + 1 &&
    Number(threshold) >= 2
  if (!isSound) throw badInput(`shares.${at}: must be a share that split made.`)
  return { threshold: Number(threshold), keyShare, sealed }
}

function seal(key: Uint8Array, threshold: number, secret: string): string {
  const cipher = createCipheriv('aes-256-gcm', key, IV)
  cipher.setAAD(Buffer.from([threshold]))
  const parts = [cipher.update(secret, 'utf8'), cipher.final()]
  return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')
}

function unseal(key: Uint8Array, threshold: number, sealed: string): string | undefined {
  const bytes = bytesOfBase64('shares', sealed)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, IV, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from([threshold]))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const plain = decipher.update(bytes.subarray(0, -TAG_BYTES))
    return utf8Of(Buffer.concat([plain, decipher.final()]))
  } catch {
    return undefined
  }
}
