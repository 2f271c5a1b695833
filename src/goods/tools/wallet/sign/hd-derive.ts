import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'

const COUNT_MAX = 100
const DEPTH_MAX = 5
const INDEX_END = 2 ** 31
const SCRIPTS = ['p2wpkh', 'p2pkh', 'p2sh-p2wpkh', 'p2tr'] as const
type Script = (typeof SCRIPTS)[number]

/** Version bytes of extended public keys (SLIP 132), and whether they are of a test network. */
const PUBLIC: Readonly<Record<number, { readonly test: boolean; readonly script?: Script }>> = {
  0x0488b21e: { test: false },
  0x043587cf: { test: true },
  0x049d7cb2: { test: false, script: 'p2sh-p2wpkh' },
  0x04b24746: { test: false, script: 'p2wpkh' },
  0x044a5262: { test: true, script: 'p2sh-p2wpkh' },
  0x045f1cf6: { test: true, script: 'p2wpkh' },
}
const PRIVATE = new Set([0x0488ade4, 0x04358394, 0x049d7878, 0x04b2430c, 0x044a4e28, 0x045f18bc])

export default defineTool({
  route: 'POST /api/hd-derive',
  name: 'Addresses of an extended key',
  description:
    'Receiving addresses from an extended public key (xpub, ypub, zpub), for EVM or Bitcoin; private keys are refused.',
  asks: [
    'list deposit addresses of my xpub',
    'derive BIP-32 addresses without the private key',
    'new receiving address for each customer',
    'addresses from an xpub',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    xpub: z.string().min(1).max(200).describe('Extended public key, up to 200 characters.'),
    kind: z.enum(['evm', 'bitcoin']).default('evm').describe('Family of chains of the addresses.'),
    path: z
      .string()
      .max(60)
      .regex(/^(m\/)?\d{1,10}(\/\d{1,10}){0,4}$/, {
        error: 'must be numbers such as 0 or 0/0; hardened steps need the private key',
      })
      .default('0')
      .describe('Path below the key, before the index: 0 for receiving addresses, 1 for change.'),
    count: z.int().min(1).max(COUNT_MAX).default(5).describe('How many addresses, 1 to 100.'),
    start: z
      .int()
      .min(0)
      .max(INDEX_END - COUNT_MAX - 1)
      .default(0)
      .describe('First index.'),
    script: z
      .enum(SCRIPTS)
      .optional()
      .describe('For Bitcoin: form of the addresses; by default that of the key, else p2wpkh.'),
  }),
  output: z.object({
    addresses: z.array(
      z.object({
        index: z.int(),
        path: z.string().describe('Path below the key.'),
        address: z.string(),
      }),
    ),
    fingerprint: z.string().describe('Fingerprint of the given key, four bytes of hex.'),
    depth: z.int().describe('Depth of the key below its root; account keys have depth 3.'),
    script: z.string().nullable(),
    testnet: z.boolean(),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: {
        xpub: 'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz',
        count: 2,
      },
    },
    {
      input: {
        xpub: 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
        kind: 'bitcoin',
        count: 1,
      },
      output: {
        addresses: [
          { index: 0, path: '0/0', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
        ],
        fingerprint: 'fd13aac9',
        depth: 3,
        script: 'p2wpkh',
        testnet: false,
        problems: [],
      },
    },
  ],

  async run({ xpub, kind, path, count, start, script }) {
    const { key, told } = await keyOf(xpub.trim())
    const steps = path.replace(/^m\//, '').split('/').map(Number)
    if (steps.length > DEPTH_MAX || steps.some((step) => step >= INDEX_END))
      throw badInput('path: must hold at most 5 numbers below 2147483648')
    const form = script ?? told.script ?? 'p2wpkh'
    const parent = steps.reduce((at, step) => at.deriveChild(step), key)
    const addressOf =
      kind === 'evm' ? await evmAddresses() : await bitcoinAddresses(form, told.test)
    const addresses = Array.from({ length: count }, (_, at) => {
      const index = start + at
      const { publicKey } = parent.deriveChild(index)
      return { index, path: `${steps.join('/')}/${index}`, address: addressOf(publicKey) }
    })
    const problems = [
      ...(key.depth === 3 ? [] : [`the key has depth ${key.depth}; account keys have depth 3`]),
      ...(told.script && script && told.script !== script
        ? [`the key is for ${told.script}: other wallets show other addresses for it`]
        : []),
    ]
    return {
      addresses,
      fingerprint: key.fingerprint.toString(16).padStart(8, '0'),
      depth: key.depth,
      script: kind === 'evm' ? null : form,
      testnet: told.test,
      problems,
    }
  },
})

interface Child {
  readonly publicKey: Uint8Array | null
  readonly depth: number
  readonly fingerprint: number
  deriveChild(index: number): Child
}

async function keyOf(text: string) {
  const [{ HDKey }, { createBase58check }, { sha256 }] = await Promise.all([
    import('@scure/bip32'),
    import('@scure/base'),
    import('@noble/hashes/sha2.js'),
  ])
  if (/^([a-z]+ ){11,}[a-z]+$/i.test(text))
    throw badInput(
      'xpub: must be an extended public key, not the words of a seed; never send a seed to anybody',
    )
  let bytes: Uint8Array
  try {
    bytes = createBase58check(sha256).decode(text)
  } catch {
    throw badInput('xpub: must be an extended public key; its checksum is wrong')
  }
  const version = Buffer.from(bytes).readUInt32BE(0)
  if (PRIVATE.has(version))
    throw badInput(
      'xpub: must be an extended public key, not a private key; never send a private key to anybody',
    )
  const told = PUBLIC[version]
  if (!told || bytes.length !== 78)
    throw badInput('xpub: must begin with xpub, ypub, zpub, tpub, upub or vpub')
  try {
    const key: Child = HDKey.fromExtendedKey(text, { public: version, private: 0 })
    return { key, told }
  } catch {
    throw badInput('xpub: must hold a valid point of the curve secp256k1')
  }
}

async function evmAddresses() {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
  const { keccak_256 } = await import('@noble/hashes/sha3.js')
  const { checksummed } = await import('../../../../engines/onchain/account-address.ts')
  return (publicKey: Uint8Array | null): string => {
    const point = secp256k1.Point.fromBytes(publicKey ?? new Uint8Array()).toBytes(false)
    const hash = keccak_256(point.subarray(1)).subarray(-20)
    return checksummed(`0x${Buffer.from(hash).toString('hex')}`)
  }
}

async function bitcoinAddresses(script: Script, test: boolean) {
  const { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } = await import('@scure/btc-signer')
  const network = test ? TEST_NETWORK : NETWORK
  return (publicKey: Uint8Array | null): string => {
    const key = publicKey ?? new Uint8Array()
    const made = {
      p2wpkh: () => p2wpkh(key, network),
      p2pkh: () => p2pkh(key, network),
      'p2sh-p2wpkh': () => p2sh(p2wpkh(key, network), network),
      p2tr: () => p2tr(key.subarray(1), undefined, network),
    }[script]()
    return made.address ?? ''
  }
}
