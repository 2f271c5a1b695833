import { z } from 'zod'
import { orNull } from '../../../../base/core/failover.ts'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { line } from '../../../../base/lib/fields.ts'
import { sourcify, type VerifiedContract } from '../../../../capabilities/upstreams/sourcify.ts'

const SOURCE_BYTES_MAX = 1_500_000
const ABI_ITEMS_MAX = 2_000
const FILES_MAX = 1_000

export default defineTool({
  route: 'GET /api/contract-source',
  name: 'Contract source',
  description:
    'Verified source code and ABI of a smart contract, and the implementation of a proxy.',
  asks: [
    'verified source code and abi of a smart contract',
    'is a contract verified on sourcify, and its source files',
    'show me the verified code of a contract',
    'get the ABI',
  ],
  price: '$0.003',
  uses: { sourcify },
  input: z.object({
    address: evmAddress({ zero: true }).describe('The contract.'),
    network: evmNetwork().describe('EVM network by name or chain id, such as base or 8453.'),
    sourceFile: line(500).optional().describe('Only this file, by its path as `files` names it.'),
    abiOnly: z.boolean().default(false).describe('Whether to leave the source out.'),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    verified: z
      .boolean()
      .describe(
        'False: nobody has published its source. That alone says nothing about the contract.',
      ),
    match: z
      .string()
      .nullable()
      .describe('exact_match: the metadata is the same too; match: comments or names may differ.'),
    name: z.string().nullable(),
    compiler: z.string().nullable().describe('Name of the compiler with its version.'),
    abi: z.array(z.unknown()),
    sources: z
      .record(z.string(), z.string())
      .describe('Text by path; the file that holds the contract comes first.'),
    files: z.array(z.string()).describe('Paths of all files.'),
    truncated: z
      .boolean()
      .describe(`Whether files were left out, beyond ${SOURCE_BYTES_MAX} bytes.`),
    proxyKind: z.string().nullable(),
    proxyOf: z.string().nullable().describe('Contract whose code it runs, if it is a proxy.'),
  }),
  examples: [
    { input: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', abiOnly: true } },
    {
      input: {
        address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        sourceFile: 'src/FiatTokenProxy.sol',
      },
    },
  ],

  async run({ address, network: chain, sourceFile, abiOnly }, { sourcify }) {
    const base = { address, network: chain.slug }
    const found = await orNull(sourcify.contract(chain.chainId, address))
    if (!found?.match) return { ...base, ...NOTHING }
    const paths = pathsOf(found)
    if (sourceFile !== undefined && !paths.includes(sourceFile))
      throw notFound(
        `sourceFile: there is no such file. There are ${paths.slice(0, 20).join(', ')}.`,
      )
    const wanted = abiOnly ? [] : sourceFile === undefined ? paths : [sourceFile]
    const { sources, truncated } = sourcesOf(found, wanted)
    const { compilation, proxyResolution: proxy } = found
    const target = proxy?.isProxy ? proxy.implementations?.[0]?.address : undefined
    return {
      ...base,
      verified: true,
      match: found.match,
      name: compilation?.name ?? null,
      compiler:
        [compilation?.compiler, compilation?.compilerVersion].filter(Boolean).join(' ') || null,
      abi: (found.abi ?? []).slice(0, ABI_ITEMS_MAX),
      sources,
      files: paths.slice(0, FILES_MAX),
      truncated,
      proxyKind: (proxy?.isProxy ? proxy.proxyType : null) ?? null,
      proxyOf:
        target !== undefined && /^0x[0-9a-f]{40}$/i.test(target) ? checksummed(target) : null,
    }
  },
})

const NOTHING = {
  verified: false,
  match: null,
  name: null,
  compiler: null,
  abi: [],
  sources: {},
  files: [],
  truncated: false,
  proxyKind: null,
  proxyOf: null,
}

/** The file with the contract first, then the others in the given order. */
function pathsOf({ sources, compilation }: VerifiedContract): string[] {
  const paths = Object.keys(sources ?? {})
  const qualified = compilation?.fullyQualifiedName ?? ''
  const main = qualified.slice(0, Math.max(0, qualified.lastIndexOf(':')))
  return paths.includes(main) ? [main, ...paths.filter((path) => path !== main)] : paths
}

function sourcesOf({ sources }: VerifiedContract, paths: readonly string[]) {
  const shown: Record<string, string> = {}
  let bytes = 0
  for (const path of paths) {
    const content = sources?.[path]?.content ?? ''
    bytes += Buffer.byteLength(content)
    if (bytes > SOURCE_BYTES_MAX) return { sources: shown, truncated: true }
    Object.defineProperty(shown, path, { value: content, enumerable: true })
  }
  return { sources: shown, truncated: false }
}
