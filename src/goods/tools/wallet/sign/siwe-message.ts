import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { hexOf } from '../../../../base/lib/bytes.ts'
import { evmAddress } from '../../../../engines/onchain/chains/fields.ts'
import { checksummed, evmAddressProblem } from '../../../../engines/onchain/account-address.ts'
import { recoverSigner } from '../../../../engines/onchain/typed-data.ts'

const MESSAGE_MAX = 8_000
const DOMAIN = /^[a-zA-Z0-9.\-[\]:]{1,253}$/

const Input = z.object({
  mode: z
    .enum(['build', 'parse', 'verify'])
    .default('build')
    .describe('build takes the fields, parse and verify take the message.'),
  domain: z
    .string()
    .regex(DOMAIN, { error: 'must be a host, with a port if it has one' })
    .optional()
    .describe('Host that asks for the login. For verify: the host that the message must name.'),
  address: evmAddress().optional().describe('Account that signs in.'),
  uri: z.url().max(2_048).optional().describe('URI of the service to sign in to.'),
  chainId: z
    .int()
    .min(1)
    .max(2 ** 40)
    .default(8_453)
    .describe('Chain of the account.'),
  nonce: z
    .string()
    .max(128)
    .regex(/^[a-zA-Z0-9]{8,}$/, { error: 'must be 8 or more letters and digits' })
    .optional()
    .describe('For build: random if left out. For verify: the nonce that was issued.'),
  statement: z
    .string()
    .max(1_000)
    .regex(/^[^\n\r]+$/, { error: 'must be one line' })
    .optional()
    .describe('What the owner agrees to, in one line.'),
  message: z.string().max(MESSAGE_MAX).optional().describe('Message to parse or verify.'),
  signature: z
    .string()
    .max(20_002)
    .regex(/^0x([0-9a-fA-F]{2})+$/, { error: 'must be 0x and hex digits in pairs' })
    .optional()
    .describe('For verify: the signature, hex with 0x.'),
  expiresInSeconds: z
    .int()
    .min(10)
    .max(31_536_000)
    .default(600)
    .describe('For build: how long the message is valid, 10 to 31536000 seconds.'),
})

export default defineTool({
  route: 'POST /api/siwe-message',
  name: 'Sign-In with Ethereum',
  description:
    'Sign-In with Ethereum (EIP-4361): build the login message, read one, or verify its signature, domain, nonce and time.',
  asks: [
    'build a Sign-In with Ethereum login message',
    'check an EIP-4361 login signature',
    'log in with a wallet',
    'sign in with Ethereum',
  ],
  price: '$0.001',
  uses: {},
  input: Input,
  output: z.object({
    message: z.string(),
    fields: z.object({
      scheme: z.string().nullable(),
      domain: z.string(),
      address: z.string(),
      statement: z.string().nullable(),
      uri: z.string(),
      version: z.string(),
      chainId: z.int(),
      nonce: z.string(),
      issuedAt: z.string(),
      expirationTime: z.string().nullable(),
      notBefore: z.string().nullable(),
      requestId: z.string().nullable(),
      resources: z.array(z.string()),
    }),
    valid: z
      .boolean()
      .nullable()
      .describe('For verify: whether the account signed it and every check passed. Else null.'),
    signer: z.string().nullable().describe('For verify: the address whose key signed.'),
    reason: z.string().nullable().describe('For verify: why it is not valid.'),
    problems: z.array(z.string()).describe('What is wrong with the message.'),
    digest: z.string().describe('What the key of the account signs.'),
    nonce: z.string().describe('Nonce of the message: store it and accept it only once.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        mode: 'build',
        domain: 'example.com',
        address: '0x1111111111111111111111111111111111111111',
        uri: 'https://example.com',
        nonce: 'abcdefgh12345678',
      },
    },
  ],

  run: (given, { now }) => (given.mode === 'build' ? built(given, now()) : read(given, now())),
})

type MessageInput = z.output<typeof Input>

/** Refuses a call that omits a field which its mode requires. */
function needed<T>(field: string, value: T | undefined, mode: MessageInput['mode']): T {
  if (value === undefined) throw badInput(`${field}: is required to ${mode} a message`)
  return value
}

async function built(given: MessageInput, now: number) {
  const { mode, statement, chainId, expiresInSeconds } = given
  const domain = needed('domain', given.domain, mode)
  const address = needed('address', given.address, mode)
  const uri = needed('uri', given.uri, mode)
  const nonce = given.nonce ?? randomBytes(12).toString('hex')
  const [issuedAt, ends] = [now, now + expiresInSeconds * 1_000].map((at) =>
    new Date(at).toISOString(),
  )
  const message = [
    `${domain} wants you to sign in with your Ethereum account:`,
    `${address}\n`,
    ...(statement === undefined ? [''] : [`${statement}\n`]),
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${ends}`,
  ].join('\n')
  return {
    message,
    fields: fieldsOf(message),
    valid: null,
    signer: null,
    reason: null,
    problems: [],
    digest: await digestOf(message),
    nonce,
  }
}

const FORM = new RegExp(
  [
    String.raw`^(?:([a-zA-Z][a-zA-Z0-9+.-]*):\/\/)?([^\s/]+) wants you to sign in with your Ethereum account:`,
    String.raw`(0x[0-9a-fA-F]{40})`,
    '',
    String.raw`(?:([^\n]+)\n)?`,
    String.raw`URI: ([^\n]+)`,
    String.raw`Version: ([^\n]+)`,
    String.raw`Chain ID: (\d{1,15})`,
    String.raw`Nonce: ([a-zA-Z0-9]{8,})`,
    String.raw`Issued At: ([^\n]+)(?:\nExpiration Time: ([^\n]+))?(?:\nNot Before: ([^\n]+))?(?:\nRequest ID: ([^\n]*))?(?:\nResources:((?:\n- [^\n]+)*))?$`,
  ].join(String.raw`\n`),
)

/** Parses the whole message by the grammar of the standard, so that no text can surround it. */
function fieldsOf(message: string) {
  const found = FORM.exec(message)
  if (!found) throw badInput('message: must be an EIP-4361 message without any other text')
  const [, scheme, domain = '', address = '', statement, uri = '', version = '', chain = ''] = found
  const [nonce = '', issuedAt = '', expires, notBefore, requestId, resources] = found.slice(8)
  return {
    scheme: scheme ?? null,
    domain,
    address,
    statement: statement ?? null,
    uri,
    version,
    chainId: Number(chain),
    nonce,
    issuedAt,
    expirationTime: expires ?? null,
    notBefore: notBefore ?? null,
    requestId: requestId ?? null,
    resources: resources?.split('\n- ').slice(1) ?? [],
  }
}

type Fields = ReturnType<typeof fieldsOf>

function problemsIn(fields: Fields): readonly string[] {
  const { address, uri, version, issuedAt, expirationTime, notBefore, resources } = fields
  const wrong = evmAddressProblem(address)
  const times = Object.entries({ issuedAt, expirationTime, notBefore })
  return [
    ...(wrong === null ? [] : [`the address ${wrong}`]),
    ...(address === checksummed(address) ? [] : ['the address must be in checksum form']),
    ...(version === '1' ? [] : ['the version must be 1']),
    ...[uri, ...resources]
      .filter((one) => !URL.canParse(one))
      .map((one) => `${one.slice(0, 80)} must be a URI`),
    ...times.flatMap(([name, time]) =>
      time !== null && Number.isNaN(Date.parse(time)) ? [`${name} must be a date and time`] : [],
    ),
  ]
}

async function read(given: MessageInput, now: number) {
  const { mode } = given
  const message = needed('message', given.message, mode).replaceAll('\r\n', '\n')
  const fields = fieldsOf(message)
  const problems = problemsIn(fields)
  const digest = await digestOf(message)
  const told = { message, fields, problems, digest, nonce: fields.nonce }
  if (mode === 'parse') return { ...told, valid: null, signer: null, reason: null }
  const { signer, problems: signed } = await recoverSigner(
    digest,
    needed('signature', given.signature, mode),
  )
  const reason =
    problems[0] ?? refusal(given, fields, now) ?? signed[0] ?? strangerIn(signer, fields)
  return { ...told, valid: reason === null, signer, reason }
}

function refusal(
  { domain, address, nonce }: MessageInput,
  fields: Fields,
  now: number,
): string | null {
  if (domain !== undefined && domain !== fields.domain) return `the message is for ${fields.domain}`
  if (address !== undefined && address !== checksummed(fields.address))
    return `the message is of ${fields.address}`
  if (nonce !== undefined && nonce !== fields.nonce)
    return 'the nonce differs from the expected nonce'
  const { expirationTime, notBefore } = fields
  if (expirationTime !== null && Date.parse(expirationTime) <= now) return 'the message has expired'
  return notBefore !== null && Date.parse(notBefore) > now ? 'the message is not valid yet' : null
}

const strangerIn = (signer: string | null, { address }: Fields): string | null =>
  signer?.toLowerCase() === address.toLowerCase()
    ? null
    : 'the key of the account did not sign the message'

async function digestOf(message: string): Promise<`0x${string}`> {
  const { keccak_256 } = await import('@noble/hashes/sha3.js')
  const bytes = Buffer.from(message)
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`)
  return `0x${hexOf(keccak_256(Buffer.concat([prefix, bytes])))}`
}
