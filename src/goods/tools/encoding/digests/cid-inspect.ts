import { base16, base16upper } from 'multiformats/bases/base16'
import { base32, base32upper } from 'multiformats/bases/base32'
import { base36, base36upper } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { base64, base64pad, base64url, base64urlpad } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'

const BASES = [
  base16,
  base16upper,
  base32,
  base32upper,
  base36,
  base36upper,
  base58btc,
  base64,
  base64pad,
  base64url,
  base64urlpad,
]

/** The part of the multicodec table that content identifiers use. */
const CODECS: Readonly<Record<number, string>> = {
  0x51: 'cbor',
  0x55: 'raw',
  0x70: 'dag-pb',
  0x71: 'dag-cbor',
  0x72: 'libp2p-key',
  0x78: 'git-raw',
  0x7b: 'torrent-info',
  0x7c: 'torrent-file',
  0x85: 'dag-jose',
  0x86: 'dag-cose',
  0x90: 'eth-block',
  0x0129: 'dag-json',
  0x0200: 'json',
  0x0202: 'car',
}

const HASHES: Readonly<Record<number, string>> = {
  0x00: 'identity',
  0x11: 'sha1',
  0x12: 'sha2-256',
  0x13: 'sha2-512',
  0x14: 'sha3-512',
  0x15: 'sha3-384',
  0x16: 'sha3-256',
  0x17: 'sha3-224',
  0x1a: 'keccak-224',
  0x1b: 'keccak-256',
  0x1c: 'keccak-384',
  0x1d: 'keccak-512',
  0x1e: 'blake3',
  0x20: 'sha2-384',
  0x56: 'dbl-sha2-256',
  0xb220: 'blake2b-256',
  0xb240: 'blake2b-512',
  0xb260: 'blake2s-256',
}

const DAG_PB = 0x70
const LIBP2P_KEY = 0x72
const SHA2_256 = 0x12

export default defineTool({
  route: 'POST /api/cid-inspect',
  name: 'CID inspect',
  description:
    'Parts of an IPFS content identifier: version, codec, hash and digest, converted between ' +
    'CIDv0 and CIDv1.',
  asks: [
    'what does this IPFS CID consist of',
    'turn a CIDv0 into a CIDv1',
    'what does this IPFS hash mean',
    'Qm or bafy identifier',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    cid: z
      .string()
      .max(512)
      .describe(
        'The identifier, up to 512 characters; an ipfs:// address or /ipfs/ path works too.',
      ),
  }),
  output: z.object({
    version: z.int().describe('Version of the identifier, 0 or 1.'),
    codec: z
      .string()
      .describe('Content of the block, such as dag-pb or raw; 0x and hex if unknown.'),
    hash: z
      .string()
      .describe('Hash function of the digest, such as sha2-256; 0x and hex if unknown.'),
    digest: z.string().describe('The digest as hex.'),
    base: z.string().describe('Base in which the given identifier is written.'),
    v0: z.string().optional().describe('As CIDv0; only dag-pb with sha2-256 has this form.'),
    v1: z.string().describe('As CIDv1 in base32, or in base36 for a libp2p key.'),
    gatewayUrl: z.string().describe('Address at a public gateway.'),
  }),
  examples: [
    {
      input: { cid: 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG' },
      output: {
        version: 0,
        codec: 'dag-pb',
        hash: 'sha2-256',
        digest: '9d6c2be50f706953479ab9df2ce3edca90b68053c00b3004b7f0accbe1e8eedf',
        base: 'base58btc',
        v0: 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
        v1: 'bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34',
        gatewayUrl:
          'https://ipfs.io/ipfs/bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34',
      },
    },
    {
      input: { cid: 'ipfs://bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq' },
      output: {
        version: 1,
        codec: 'raw',
        hash: 'sha2-256',
        digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
        base: 'base32',
        v1: 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq',
        gatewayUrl:
          'https://ipfs.io/ipfs/bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq',
      },
    },
  ],

  run({ cid: given }) {
    const { cid, base } = parsedOf(given)
    const isKey = cid.code === LIBP2P_KEY
    const v1 = cid.toV1().toString(isKey ? base36 : base32)
    return {
      version: cid.version,
      codec: nameOf(CODECS, cid.code),
      hash: nameOf(HASHES, cid.multihash.code),
      digest: Buffer.from(cid.multihash.digest).toString('hex'),
      base,
      ...v0Of(cid),
      v1,
      gatewayUrl: `https://ipfs.io/${isKey ? 'ipns' : 'ipfs'}/${v1}`,
    }
  },
})

const ADDRESS = /^(?:ip[fn]s:\/\/|(?:https?:\/\/[^/]+)?\/ip[fn]s\/)/
/** Multibase prefixes of Base64, whose digits include the slash. */
const SLASHED = /^[mM]/

/** The identifier alone, taken out of an address or a path. */
function parsedOf(given: string): { cid: CID; base: string } {
  const rest = given.trim().replace(ADDRESS, '')
  const first = rest.replace(/[/?#].*$/s, '')
  if (!SLASHED.test(rest) || first === rest) return parseCid(first)
  const whole = rest.replace(/[?#].*$/s, '')
  // The shortest valid identifier; the rest is the path within it.
  const ends = [...whole.matchAll(/\//g)].map(({ index }) => index)
  for (const end of ends) {
    try {
      return parseCid(whole.slice(0, end))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
    }
  }
  return parseCid(whole)
}

function parseCid(text: string): { cid: CID; base: string } {
  try {
    if (text.startsWith('Q')) return { cid: CID.parse(text), base: base58btc.name }
    const base = BASES.find(({ prefix }) => prefix === text[0])
    if (base) return { cid: CID.parse(text, base), base: base.name }
  } catch (error) {
    throw badInput(`cid: is not a content identifier (${reasonOf(error)}).`)
  }
  throw badInput('cid: must begin with Qm, or with a multibase prefix such as b, z, k, f or u.')
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unreadable')

function v0Of(cid: CID): { v0?: string } {
  const { code, size } = cid.multihash
  const fits = cid.code === DAG_PB && code === SHA2_256 && size === 32
  return fits ? { v0: cid.toV0().toString() } : {}
}

const nameOf = (table: Readonly<Record<number, string>>, code: number): string =>
  table[code] ?? `0x${code.toString(16)}`
