import { constants, sign, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { bytesOfBase64, bytesOfHex } from '../../../../base/lib/bytes.ts'
import { keyField, kindOf, publicHalf, readKey } from './_key.ts'

const Algorithm = z.enum(['auto', 'ed25519', 'ecdsa-sha256', 'rsa-pss-sha256', 'rsa-pkcs1-sha256'])
const Encoding = z.enum(['base64', 'hex'])
type Scheme = Exclude<z.output<typeof Algorithm>, 'auto'>

const RSA_SIGNING_BITS_MIN = 2048

/** The options of a scheme for Node; if there are two, the first one signs and both verify. */
const WAYS: Readonly<Record<Scheme, readonly object[]>> = {
  ed25519: [{}],
  'ecdsa-sha256': [{ dsaEncoding: 'der' }, { dsaEncoding: 'ieee-p1363' }],
  'rsa-pss-sha256': [
    { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
    { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
  ],
  'rsa-pkcs1-sha256': [{ padding: constants.RSA_PKCS1_PADDING }],
}

export default defineTool({
  route: 'POST /api/sign-verify',
  name: 'Sign and verify',
  description:
    'Sign a message with a private key, or verify a signature with a public key: Ed25519, ' +
    'ECDSA or RSA.',
  asks: [
    'sign a message with my private key',
    'verify an ed25519 signature',
    'prove that I wrote this',
    'is the signature under the file good',
    'sign with a private key',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    mode: z.enum(['sign', 'verify']).describe('sign makes a signature, verify checks one.'),
    key: keyField().describe(
      'PEM text or a JWK: private to sign (RSA with at least 2048 bits); public, private or a ' +
        'certificate to verify.',
    ),
    message: text(MB).describe('The message, up to 1 MB of UTF-8.'),
    signature: z.string().max(8192).optional().describe('The signature to verify.'),
    algo: Algorithm.default('auto').describe(
      'auto follows the key; for RSA it signs with PSS and verifies both paddings.',
    ),
    encoding: Encoding.default('base64').describe('Encoding of the signature.'),
  }),
  output: z.object({
    signature: z
      .string()
      .optional()
      .describe('The new signature. ECDSA gives DER; verify also accepts raw r and s.'),
    valid: z.boolean().optional().describe('Whether the signature is valid, when verifying.'),
    algo: Algorithm.describe('The algorithm that was used.'),
  }),
  examples: [
    {
      input: {
        mode: 'verify',
        key: { crv: 'Ed25519', x: 'L2eX2hpijiS8C6ixXiaxnHrJvAkLcRlMteGlcSLT3_g', kty: 'OKP' },
        message: 'hi',
        signature:
          '9xfNe/wYf7lpjkZ+xCzujS8at7dRzmpH/WbOlYsWMY8+m1Flf98vpXJqXKAoGko8sWCo4W5fZWcSIzzhTBpFCw==',
      },
      output: { valid: true, algo: 'ed25519' },
    },
    {
      input: {
        mode: 'sign',
        key: {
          kty: 'OKP',
          crv: 'Ed25519',
          d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
        },
        message: '',
        encoding: 'hex',
      },
      output: {
        signature:
          'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
        algo: 'ed25519',
      },
    },
  ],

  async run({ mode, key: given, message, signature, algo: asked, encoding }) {
    const key = readKey('key', given)
    const schemes = schemesFor(key, asked)
    const data = Buffer.from(message)
    if (mode === 'sign') {
      const [algo] = schemes
      return { signature: (await signed(data, key, algo!)).toString(encoding), algo: algo! }
    }
    if (signature === undefined) throw badInput('signature: is required to verify.')
    const decode = encoding === 'hex' ? bytesOfHex : bytesOfBase64
    const bytes = decode('signature', signature.trim())
    for (const algo of schemes) {
      if (await holds(data, publicHalf(key), bytes, algo)) return { valid: true, algo }
    }
    return { valid: false, algo: schemes[0]! }
  },
})

function schemesFor(key: KeyObject, asked: z.output<typeof Algorithm>): readonly Scheme[] {
  const fitting = fittingSchemes(key)
  if (asked === 'auto' && fitting.length > 0) return fitting
  const found = fitting.filter((scheme) => scheme === asked)
  if (found.length > 0) return found
  throw badInput(
    `algo: must fit the key; a key of type ${kindOf(key)} signs by ${fitting.join(' or ') || 'nothing'}.`,
  )
}

function fittingSchemes({ asymmetricKeyType: type }: KeyObject): readonly Scheme[] {
  if (type === 'ed25519') return ['ed25519']
  if (type === 'ec') return ['ecdsa-sha256']
  if (type === 'rsa') return ['rsa-pss-sha256', 'rsa-pkcs1-sha256']
  return type === 'rsa-pss' ? ['rsa-pss-sha256'] : []
}

const digestOf = (scheme: Scheme): string | null => (scheme === 'ed25519' ? null : 'sha256')

async function signed(data: Buffer, key: KeyObject, scheme: Scheme): Promise<Buffer> {
  if (key.type !== 'private') throw badInput('key: must be a private key to sign.')
  const { modulusLength = RSA_SIGNING_BITS_MIN } = key.asymmetricKeyDetails ?? {}
  if (modulusLength < RSA_SIGNING_BITS_MIN) {
    throw badInput(`key: must be RSA of at least ${RSA_SIGNING_BITS_MIN} bits to sign.`)
  }
  try {
    return await new Promise((resolve, reject) => {
      const way = { key, ...WAYS[scheme][0] }
      sign(digestOf(scheme), data, way, (error, signature) =>
        error ? reject(error) : resolve(signature),
      )
    })
  } catch {
    throw badInput(`key: cannot sign by ${scheme}.`)
  }
}

async function holds(data: Buffer, key: KeyObject, signature: Buffer, scheme: Scheme) {
  for (const way of WAYS[scheme]) {
    if (await holdsBy({ key, ...way }, data, signature, digestOf(scheme))) return true
  }
  return false
}

type Way = Extract<Parameters<typeof verify>[2], { key: KeyObject }>

/** A signature that the library rejects with an error is not valid. */
async function holdsBy(way: Way, data: Buffer, signature: Buffer, digest: string | null) {
  try {
    return await new Promise<boolean>((resolve, reject) => {
      verify(digest, data, way, signature, (error, valid) =>
        error ? reject(error) : resolve(valid),
      )
    })
  } catch {
    return false
  }
}
