import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { codec, type Hex } from '../../../../engines/onchain/calldata/codec.ts'
import { evmAddressProblem } from '../../../../engines/onchain/account-address.ts'
import { evmAddress, hash32, hexData } from '../../../../engines/onchain/chains/fields.ts'
import { numericText } from '../../../../base/lib/fields.ts'

/** Hash of the proxy that CREATE3 factories deploy first (Solady and Solmate have the same). */
const CREATE3_PROXY: Hex = '0x21c35dbe1b344a2488cf3321d6ce542f8e9f305544ff09e4993a62319a497c1f'

export default defineTool({
  route: 'POST /api/address-derive',
  name: 'Derive an address',
  description:
    'Contract address before its deployment (CREATE, CREATE2, CREATE3, Safe), address of a public key, checksum form.',
  asks: [
    'checksum form of an address, or the address of a public key',
    'contract address before deployment with create2 or create3',
    'where will my contract be deployed',
    'CREATE2 address',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    kind: z
      .enum(['create', 'create2', 'create3', 'pubkey', 'checksum', 'safe'])
      .describe('How the address is derived.'),
    deployer: evmAddress({ zero: true }).optional().describe('Account or factory that deploys.'),
    nonce: numericText(78)
      .optional()
      .describe('Nonce of the deployer for create; the saltNonce for safe.'),
    salt: hash32('a salt')
      .optional()
      .describe('Salt for create2 and create3; the hash of the initializer for safe.'),
    initCodeHash: hash32('a hash')
      .optional()
      .describe('Hash of the creation code, for create2 and safe.'),
    publicKey: hexData(65).optional().describe('Public key of 33, 64 or 65 bytes.'),
    address: z.string().max(128).optional().describe('Address to check, for kind checksum.'),
  }),
  output: z.object({
    address: z
      .string()
      .nullable()
      .describe('In checksum form; null if the input is not an address.'),
    checksummed: z.boolean().describe('Whether the input already had a right checksum.'),
    valid: z.boolean(),
    inputs: z.record(z.string(), z.string()).describe('Values that the address was derived from.'),
  }),
  examples: [
    {
      input: { kind: 'checksum', address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' },
      output: {
        address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        checksummed: false,
        valid: true,
        inputs: { address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' },
      },
    },
    {
      input: {
        kind: 'create2',
        deployer: '0x0000000000000000000000000000000000000000',
        salt: `0x${'0'.repeat(64)}`,
        initCodeHash: '0xbc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a',
      },
      output: {
        address: '0x4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38',
        checksummed: false,
        valid: true,
        inputs: {
          deployer: '0x0000000000000000000000000000000000000000',
          salt: `0x${'0'.repeat(64)}`,
          initCodeHash: '0xbc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a',
        },
      },
    },
  ],

  async run({ kind, ...given }) {
    const asked: readonly string[] = NEEDS[kind]
    for (const [name, value] of Object.entries(given))
      if (value !== undefined && !asked.includes(name))
        throw badInput(`${name}: is not used with kind ${kind}; leave it out`)
    const inputs = Object.fromEntries(
      NEEDS[kind].map((name) => [name, needed(kind, name, given[name])]),
    )
    if (kind === 'checksum') return checked(given.address ?? '', inputs)
    const address = await derived(kind, inputs)
    return { address, checksummed: false, valid: true, inputs }
  },
})

const NEEDS = {
  create: ['deployer', 'nonce'],
  create2: ['deployer', 'salt', 'initCodeHash'],
  create3: ['deployer', 'salt'],
  pubkey: ['publicKey'],
  checksum: ['address'],
  safe: ['deployer', 'salt', 'nonce', 'initCodeHash'],
} as const

function needed(kind: string, name: string, value: string | undefined): string {
  if (value === undefined) throw badInput(`${name}: must be given for kind ${kind}.`)
  return value
}

async function derived(
  kind: Exclude<keyof typeof NEEDS, 'checksum'>,
  inputs: Readonly<Record<string, string>>,
): Promise<string> {
  const { concatHex, getContractAddress, getCreate2Address, keccak256, numberToHex } = await codec()
  const hex = (name: string) => (inputs[name] ?? '0x') as Hex
  const from = hex('deployer')
  const create2 = (salt: Hex, bytecodeHash: Hex) => getCreate2Address({ from, salt, bytecodeHash })
  if (kind === 'create')
    return getContractAddress({
      opcode: 'CREATE',
      from,
      nonce: nonceOf(inputs['nonce'], 2n ** 64n),
    })
  if (kind === 'create2') return create2(hex('salt'), hex('initCodeHash'))
  if (kind === 'create3') {
    const proxy = create2(hex('salt'), CREATE3_PROXY)
    return getContractAddress({ opcode: 'CREATE', from: proxy, nonce: 1n })
  }
  if (kind === 'safe') {
    const nonce = numberToHex(nonceOf(inputs['nonce'], 2n ** 256n), { size: 32 })
    return create2(keccak256(concatHex([hex('salt'), nonce])), hex('initCodeHash'))
  }
  return addressOfKey(inputs['publicKey'] ?? '')
}

function nonceOf(text = '', below: bigint): bigint {
  if (/^\d{1,78}$/.test(text) && BigInt(text) < below) return BigInt(text)
  throw badInput('nonce: must be a whole number, 0 or more.')
}

async function addressOfKey(publicKey: string): Promise<string> {
  const { publicKeyToAddress } = await codec()
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
  const digits = publicKey.slice(2)
  const whole = digits.length === 128 ? `04${digits}` : digits
  try {
    const point = secp256k1.Point.fromHex(whole)
    return publicKeyToAddress(`0x${point.toHex(false)}`)
  } catch {
    throw badInput('publicKey: must be a point of secp256k1 in 33, 64 or 65 bytes.')
  }
}

async function checked(address: string, inputs: Record<string, string>) {
  const { getAddress } = await codec()
  if (!/^0x[0-9a-fA-F]{40}$/.test(address))
    return { address: null, checksummed: false, valid: false, inputs }
  const form = getAddress(address.toLowerCase())
  const isZero = /^0x0{40}$/.test(address)
  const valid = isZero || evmAddressProblem(address) === null
  return { address: form, checksummed: address === form, valid, inputs }
}
