import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { base64, KB, MB, text } from '../../../../base/lib/fields.ts'
import { bytesOfBase64, utf8Of } from '../../../../base/lib/bytes.ts'
import { Cipher, cipherKey, KeyFormat, open, SIZES } from './_cipher.ts'

const SALT_MAX = KB

export default defineTool({
  route: 'POST /api/decrypt',
  name: 'Decrypt',
  description:
    'Decrypt what encrypt made: a bundle, or a ciphertext with its parts, under a key or ' +
    'passphrase.',
  asks: [
    'decrypt a message with my passphrase',
    'get the plain text back from ciphertext',
    'open what was encrypted with a passphrase',
    'read a secret note again',
  ],
  price: '$0.001',
  uses: {},
  secret: true,
  input: z.object({
    bundle: text(2 * MB)
      .optional()
      .describe(
        'The bundle of encrypt, up to 2 MB; it names its own algorithm. Give this or ciphertext.',
      ),
    ciphertext: base64(2 * MB)
      .optional()
      .describe('The ciphertext, up to 2 MB; needs iv, tag, and salt for a passphrase.'),
    iv: base64(64).optional().describe('12 bytes (also 16 for GCM), or 16 for aes-256-cbc.'),
    tag: base64(64)
      .optional()
      .describe(
        '16 bytes; for aes-256-cbc 32 bytes, or none for a ciphertext that was made elsewhere, ' +
          'which is then not verified.',
      ),
    salt: base64(SALT_MAX).optional().describe('Salt of scrypt, for a passphrase, up to 1 KB.'),
    key: text(4 * KB)
      .min(1)
      .describe('The passphrase or key, up to 4096 bytes.'),
    algo: Cipher.default('aes-256-gcm').describe('Cipher, when parts are given.'),
    keyFormat: KeyFormat.default('passphrase').describe('Format of `key`.'),
    aad: text(64 * KB)
      .optional()
      .describe('The additional data that was authenticated.'),
  }),
  output: z.object({
    text: z.string().optional().describe('The plain text, if it is UTF-8.'),
    base64: z.string().describe('The plain bytes.'),
    verified: z
      .boolean()
      .describe(
        'Whether a tag proved that nothing was changed; false only for aes-256-cbc without tag.',
      ),
  }),
  examples: [
    {
      input: {
        bundle:
          'v1.aes-256-gcm.AQEBAQEBAQEBAQEBAQEBAQ.AgICAgICAgICAgIC.LoUw1mHExSu7hZDgwJkaSA.KkE8q7U',
        key: 'correct horse battery staple',
      },
      output: { text: 'hello', base64: 'aGVsbG8=', verified: true },
    },
    {
      input: {
        ciphertext: 'f9Etr7fpWZ0LhJrYwuPCHw==',
        iv: 'AAECAwQFBgcICQoLDA0ODw==',
        key: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
        keyFormat: 'hex',
        algo: 'aes-256-cbc',
      },
      output: { text: 'hello', base64: 'aGVsbG8=', verified: false },
    },
  ],

  async run({ bundle, aad = '', ...given }) {
    if ((bundle === undefined) === (given.ciphertext === undefined)) {
      throw badInput('bundle, ciphertext: give exactly one of them.')
    }
    for (const name of ['iv', 'tag', 'salt'] as const)
      if (bundle !== undefined && given[name] !== undefined)
        throw badInput(`${name}: must not be given with bundle, which has its own`)
    if (given.keyFormat !== 'passphrase' && given.salt)
      throw badInput(`salt: must not be given with keyFormat ${given.keyFormat}`)
    const parts = bundle === undefined ? given : unbundled(bundle.trim())
    const { algo, iv, tag, salt, ciphertext } = decodeParts(parts)
    if (given.keyFormat === 'passphrase' && salt.length === 0) {
      throw badInput('salt: is required with a passphrase; or say keyFormat hex or base64.')
    }
    const key = await cipherKey(given, algo, salt)
    const plain = open({ algo, key, iv, aad: Buffer.from(aad) }, ciphertext, tag)
    if (!plain) throw badInput('key: does not decrypt this; or aad differs, or a part was changed.')
    const text = utf8Of(plain)
    return {
      ...(text === undefined ? {} : { text }),
      base64: plain.toString('base64'),
      verified: tag !== undefined,
    }
  },
})

interface SealedParts {
  readonly algo: Cipher
  readonly ciphertext?: string | undefined
  readonly iv?: string | undefined
  readonly tag?: string | undefined
  readonly salt?: string | undefined
}

/** Of `v1.algo.salt.iv.tag.ciphertext`. */
const BUNDLE_PARTS = 6

function unbundled(bundle: string): SealedParts {
  const [version, named, salt, iv, tag, ciphertext, ...rest] = bundle.split('.', BUNDLE_PARTS + 1)
  if (version !== 'v1' || ciphertext === undefined || rest.length > 0) {
    throw badInput('bundle: must read v1.algo.salt.iv.tag.ciphertext.')
  }
  const algo = Cipher.safeParse(named)
  if (!algo.success) throw badInput(`bundle: algo must be one of ${Cipher.options.join(', ')}.`)
  if (!tag) throw badInput('bundle: has no tag.')
  return { algo: algo.data, salt, iv, tag, ciphertext }
}

function decodeParts({ algo, ...parts }: SealedParts) {
  const { ivBytes, tagBytes } = SIZES[algo]
  const iv = bytesOfBase64('iv', parts.iv ?? '')
  if (!ivBytes.includes(iv.length)) {
    throw badInput(`iv: must be ${ivBytes.join(' or ')} bytes for ${algo}.`)
  }
  const isBare = algo === 'aes-256-cbc' && !parts.tag
  const tag = isBare ? undefined : bytesOfBase64('tag', parts.tag ?? '')
  if (tag && tag.length !== tagBytes) throw badInput(`tag: must be ${tagBytes} bytes for ${algo}.`)
  const salt = bytesOfBase64('salt', parts.salt ?? '')
  if (salt.length > SALT_MAX) throw badInput(`salt: must be at most ${SALT_MAX} bytes.`)
  return { algo, iv, tag, salt, ciphertext: bytesOfBase64('ciphertext', parts.ciphertext ?? '') }
}
