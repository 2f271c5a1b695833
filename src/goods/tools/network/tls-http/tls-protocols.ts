import { z } from 'zod'
import { Fault, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { tls, type Tls } from '../../../../outside/net/tls.ts'
import { ALL_CIPHERS } from './_ciphers.ts'
import { hostName, port } from './_host.ts'

const VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const
const NAMES = ['TLS 1.0', 'TLS 1.1', 'TLS 1.2', 'TLS 1.3'] as const

/** Ciphers that are broken. */
const WEAK_CIPHER = /RC4|3DES|DES-CBC3|NULL|EXP|MD5|SEED|IDEA|aNULL/i
const FORWARD_SECRET = /^(TLS_|ECDHE|DHE)/

export default defineTool({
  route: 'GET /api/tls-protocols',
  name: 'TLS versions',
  description:
    'TLS versions and ciphers that a host accepts, from TLS 1.0 to 1.3, old and weak ones flagged.',
  asks: [
    'which TLS versions does a server support',
    'does this host still accept TLS 1.0 or weak ciphers',
    'is old SSL still switched on',
    'weak ciphers',
  ],
  price: '$0.003',
  uses: { tls },
  input: z.object({
    host: hostName().describe('Host name or public address, such as example.com.'),
    port: port(),
  }),
  output: z.object({
    host: z.string().describe('The host that was asked.'),
    protocols: z
      .array(
        z.object({
          version: z.enum(NAMES).describe('Version, such as TLSv1.3.'),
          accepted: z
            .boolean()
            .describe('Whether the server takes part in a handshake of this version.'),
          cipher: z.string().nullable().describe('Negotiated cipher.'),
        }),
      )
      .describe('One row for each version of TLS.'),
    weakest: z.string().describe('The oldest version that it accepts.'),
    alpn: z.array(z.string()).describe('HTTP versions in its ALPN: h2, http/1.1.'),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { host: 'example.com' },
      output: {
        host: 'example.com',
        protocols: [
          { version: 'TLS 1.0', accepted: false, cipher: null },
          { version: 'TLS 1.1', accepted: false, cipher: null },
          { version: 'TLS 1.2', accepted: true, cipher: 'ECDHE-ECDSA-AES128-GCM-SHA256' },
          { version: 'TLS 1.3', accepted: true, cipher: 'TLS_AES_256_GCM_SHA384' },
        ],
        weakest: 'TLS 1.2',
        alpn: ['http/1.1'],
        problems: [],
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ host, port }, { tls }) {
    const place = { host, port }
    const [protocols, alpn] = await Promise.all([
      Promise.all(VERSIONS.map((version) => tried(tls, place, version))),
      offers(tls, place),
    ])
    const accepted = protocols.filter((one) => one.accepted)
    const [weakest] = accepted
    if (!weakest) throw notFound(`${host} does not speak TLS on port ${port}.`)
    return {
      host,
      protocols,
      weakest: weakest.version,
      alpn,
      problems: problemsOf(accepted),
    }
  },
})

interface Place {
  readonly host: string
  readonly port: number
}

interface Tried {
  readonly version: (typeof NAMES)[number]
  readonly accepted: boolean
  readonly cipher: string | null
}

async function tried(tls: Tls, { host, port }: Place, version: (typeof VERSIONS)[number]) {
  const shaken = await tls.handshake(host, port, { version, ciphers: ALL_CIPHERS })
  const name = NAMES[VERSIONS.indexOf(version)]!
  return { version: name, accepted: shaken !== null, cipher: shaken?.cipher ?? null }
}

/** The protocols that it accepts when it is offered nothing else. */
async function offers(tls: Tls, { host, port }: Place): Promise<string[]> {
  const offered = ['h2', 'http/1.1']
  const answers = await Promise.all(
    offered.map(async (name) => {
      try {
        return (await tls.handshake(host, port, { alpn: [name] }))?.alpn === name
      } catch (thrown) {
        if (thrown instanceof Fault && thrown.code !== 'caller_gone') return false
        throw thrown
      }
    }),
  )
  return offered.filter((_name, at) => answers[at])
}

function problemsOf(accepted: readonly Tried[]): string[] {
  const accepts = (version: string) => accepted.some((one) => one.version === version)
  return [
    ...['TLS 1.0', 'TLS 1.1']
      .filter(accepts)
      .map((version) => `${version} is accepted, though it was withdrawn (RFC 8996).`),
    ...(accepts('TLS 1.3') ? [] : ['TLS 1.3 is not accepted.']),
    ...(accepts('TLS 1.2') || accepts('TLS 1.3') ? [] : ['Current clients cannot connect at all.']),
    ...accepted.flatMap(({ version, cipher }) => [
      ...(cipher && WEAK_CIPHER.test(cipher) ? [`${version} uses the weak cipher ${cipher}.`] : []),
      ...(cipher && !FORWARD_SECRET.test(cipher)
        ? [`${version} uses ${cipher}, which has no forward secrecy.`]
        : []),
    ]),
  ]
}
