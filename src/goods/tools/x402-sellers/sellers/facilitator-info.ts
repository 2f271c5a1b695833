import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { chainNamed } from '../../../../engines/onchain/chains/caip.ts'
import { foreignObject } from '../../../../base/lib/foreign-json.ts'
import { isObject } from '../../../../base/lib/json-object.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'

const BYTES_MAX = 512 * 1024
const TIMEOUT_MS = 15_000
const KINDS_MAX = 500

export default defineTool({
  route: 'GET /api/x402/facilitator-info',
  name: 'Facilitator info',
  description:
    'Schemes and chains that an x402 payment facilitator settles, with its signers and extensions, read live.',
  asks: [
    'which networks does this x402 facilitator support',
    'is the payment facilitator up',
    'which chains does a facilitator settle',
  ],
  price: '$0.002',
  uses: { web },
  input: z.object({
    url: webUrl()
      .default('https://x402.org/facilitator')
      .describe('Address of the facilitator, without /supported.'),
  }),
  output: z.object({
    url: z.string(),
    reachable: z
      .boolean()
      .describe('Whether it answered with a list of kinds, as facilitators do.'),
    kinds: z.array(
      z.object({
        x402Version: z.int().nullable(),
        scheme: z.string(),
        network: z.string().describe('Network as the facilitator writes it.'),
        chain: z.string().nullable().describe('Name of the network, if this service knows it.'),
        testnet: z.boolean().nullable(),
        extra: z.record(z.string(), z.unknown()),
      }),
    ),
    networks: z.array(z.string()).describe('CAIP-2 ids, or names where there are none.'),
    signers: z
      .record(z.string(), z.unknown())
      .describe('Addresses that send the transactions, by network.'),
    extensions: z.array(z.string()),
    latencyMs: z.number().nullable().describe('Time until the whole answer arrived.'),
    problem: z.string().nullable().describe('Why nothing could be read.'),
  }),
  examples: [{ input: { url: 'https://example.com/facilitator' } }],

  async run({ url }, { web, now }) {
    const base = url.replace(/\/+$/, '').replace(/\/supported$/, '')
    const began = now()
    const answer = await web
      .request(`${base}/supported`, {
        headers: { accept: 'application/json' },
        bytesMax: BYTES_MAX,
        timeoutMs: TIMEOUT_MS,
      })
      .catch(troubleOf)
    if (typeof answer === 'string') return { ...NOTHING, url: base, problem: answer }
    const latencyMs = now() - began
    const told = answer.status === 200 ? foreignObject(answer.bytes) : null
    const { kinds } = told ?? {}
    if (!told || !Array.isArray(kinds)) {
      const problem = `${new URL(base).host} answers ${answer.status} without a list of kinds.`
      return { ...NOTHING, url: base, latencyMs, problem }
    }
    const read = kinds.slice(0, KINDS_MAX).filter(isObject).flatMap(kindOf)
    const { signers, extensions } = told
    return {
      url: base,
      reachable: true,
      kinds: read,
      networks: [...new Set(read.map(({ network }) => chainNamed(network)?.id ?? network))],
      signers: isObject(signers) ? signers : {},
      extensions: textsIn(extensions),
      latencyMs,
      problem: null,
    }
  },
})

const NOTHING = {
  reachable: false,
  kinds: [],
  networks: [],
  signers: {},
  extensions: [],
  latencyMs: null,
}

/** A fault of the facilitator is part of the answer; a fault of the caller is thrown. */
function troubleOf(thrown: unknown): string {
  if (thrown instanceof Fault && thrown.code.startsWith('upstream_')) return thrown.message
  throw thrown
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

function kindOf(raw: Readonly<Record<string, unknown>>) {
  const { scheme, network, x402Version, extra } = raw
  if (typeof scheme !== 'string' || typeof network !== 'string') return []
  const known = chainNamed(network)
  return [
    {
      x402Version: Number.isSafeInteger(x402Version) ? (x402Version as number) : null,
      scheme,
      network,
      chain: known?.name ?? null,
      testnet: known?.testnet ?? null,
      extra: isObject(extra) ? extra : {},
    },
  ]
}
