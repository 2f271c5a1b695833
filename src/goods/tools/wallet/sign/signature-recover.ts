import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfHex, hexOf } from '../../../../base/lib/bytes.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { recoverSigner } from '../../../../engines/onchain/typed-data.ts'
import { recoverBitcoin } from '../../../../engines/onchain/bitcoin-message.ts'

const SCHEMES = ['eip191', 'raw', 'solana', 'bitcoin'] as const

const Input = z.object({
  message: text(100 * KB).describe('Text that was signed; for raw the digest, 32 bytes of hex.'),
  signature: z
    .string()
    .min(1)
    .max(20_002)
    .describe('Hex with 0x for eip191 and raw, base58 for solana, base64 for bitcoin.'),
  scheme: z
    .enum(SCHEMES)
    .default('eip191')
    .describe('eip191: personal_sign of EVM wallets; raw: over a digest itself.'),
  address: z
    .string()
    .max(128)
    .optional()
    .describe(
      'Who should have signed; required for solana, whose signatures do not reveal the key.',
    ),
})

export default defineTool({
  route: 'POST /api/signature-recover',
  name: 'Who signed a message',
  description:
    'Who signed a message, for EVM (personal_sign), Solana and Bitcoin signatures of plain keys; contract wallets need signature-verify-onchain.',
  asks: [
    'verify a personal_sign signature',
    'which wallet made this signature',
    'who signed this message',
  ],
  price: '$0.001',
  uses: {},
  input: Input,
  output: z.object({
    signer: z
      .string()
      .nullable()
      .describe('Address of the key that signed; null if no key made the signature.'),
    matches: z
      .boolean()
      .nullable()
      .describe('Whether signer is the given address; null if none was given.'),
    scheme: z.enum(SCHEMES),
    digest: z.string().nullable().describe('Digest that was signed; null for solana.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: {
        message: 'hello',
        signature:
          '0x9208d5f86a1f5d9c1908dbb42969925675ceb388616fc5b186c248e4967a03e02e9d28a1adcb8cce60ebcef9756dee20522a2987afea3055f4edd8380d425f891b',
        address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
      },
      output: {
        signer: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
        matches: true,
        scheme: 'eip191',
        digest: '0x50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750',
        problems: [],
      },
    },
  ],

  run: (given): Promise<RecoveredSigner> => READERS[given.scheme](given),
})

type RecoverInput = z.output<typeof Input>

interface RecoveredSigner {
  readonly signer: string | null
  readonly matches: boolean | null
  readonly scheme: RecoverInput['scheme']
  readonly digest: string | null
  readonly problems: readonly string[]
}

const READERS = { eip191: evm, raw: evm, solana, bitcoin } as const

async function evm({ message, signature, scheme, address }: RecoverInput) {
  if (!/^0x([0-9a-fA-F]{2})+$/.test(signature))
    throw badInput('signature: must be 0x and hex digits in pairs')
  if (address !== undefined && !/^0x[0-9a-fA-F]{40}$/.test(address))
    throw badInput('address: must be an EVM address for this scheme')
  const digest = scheme === 'raw' ? rawDigest(message) : await personalDigest(message)
  const { signer, problems } = await recoverSigner(digest, signature)
  return {
    signer,
    matches: address === undefined ? null : signer?.toLowerCase() === address.toLowerCase(),
    scheme,
    digest,
    problems,
  }
}

function rawDigest(message: string): `0x${string}` {
  const bytes = bytesOfHex('message', message.trim())
  if (bytes.length !== 32)
    throw badInput('message: must be a digest of 32 bytes of hex for the scheme raw')
  return `0x${hexOf(bytes)}`
}

async function personalDigest(message: string): Promise<`0x${string}`> {
  const { keccak_256 } = await import('@noble/hashes/sha3.js')
  const bytes = Buffer.from(message)
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`)
  return `0x${hexOf(keccak_256(Buffer.concat([prefix, bytes])))}`
}

/** DER before the 32 bytes of an Ed25519 public key. */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

async function solana({ message, signature, scheme, address }: RecoverInput) {
  if (address === undefined)
    throw badInput('address: is required for solana, whose signatures do not reveal who signed')
  const { base58 } = await import('@scure/base')
  const [key, signed] = [address, signature].map((part) => {
    try {
      return Buffer.from(
        part.startsWith('0x') ? bytesOfHex('signature', part) : base58.decode(part),
      )
    } catch {
      return Buffer.alloc(0)
    }
  })
  if (key?.length !== 32) throw badInput('address: must be 32 bytes in base58')
  if (signed?.length !== 64) throw badInput('signature: must be 64 bytes, in base58 or hex')
  const publicKey = createPublicKey({
    key: Buffer.concat([ED25519_PREFIX, key]),
    format: 'der',
    type: 'spki',
  })
  const isRight = verify(null, Buffer.from(message), publicKey, signed)
  return {
    signer: isRight ? address : null,
    matches: isRight,
    scheme,
    digest: null,
    problems: isRight ? [] : ['the key of the address did not make this signature'],
  }
}

async function bitcoin({ message, signature, scheme, address }: RecoverInput) {
  const read = await recoverBitcoin(message, signature, address)
  if (typeof read === 'string') throw badInput(read)
  return { ...read, scheme }
}
